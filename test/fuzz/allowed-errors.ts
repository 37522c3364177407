import { PlimsollError, type PlimsollErrorCode } from "@plimsoll/core";
import { expect } from "vitest";

/**
 * Runs a parser that may refuse what it is given, but only with errors of these codes; anything else it throws is a
 * fault of its own. Answers what was read, or nothing.
 */
export async function readOrRefuse<Read>(
  read: () => Read | Promise<Read>,
  ...codes: readonly PlimsollErrorCode[]
): Promise<Awaited<Read> | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!PlimsollError.is(error)) throw error;
    expect(codes, error.message).toContain(error.code);
    // Who reads it has to know where to look.
    expect(error.message).not.toBe("");
    return undefined;
  }
}
