import type { Authenticator } from "../../src/server/auth/authenticator.ts";

/** Believes whatever name a request says: for tests of what comes after. */
export const BY_NAME: Authenticator = {
  async authenticate({ headers }) {
    const id = headers.get("x-test-principal");
    return { type: "admitted", principal: id === null ? undefined : { id } };
  },
};
