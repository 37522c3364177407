import { delimiter } from "node:path";
import { PlimsollError } from "@plimsoll/core";
import type {} from "../errors.ts";

const VARIABLE = "PLIMSOLL_SERVING";

/**
 * Keeps a gateway whose config names itself from starting itself for ever: each gateway hands its servers the
 * config files that are being served above them, and refuses to serve one of those again.
 */
export function guardAgainstLoops(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const above = (env[VARIABLE] ?? "").split(delimiter).filter((path) => path !== "");
  if (above.includes(file)) {
    throw new PlimsollError(
      "GATEWAY_LOOP",
      `${file} is being served already, and lists Plimsoll itself as a server. Remove that entry, or give it another file with --config.`,
      { file },
    );
  }
  return { [VARIABLE]: [...above, file].join(delimiter) };
}
