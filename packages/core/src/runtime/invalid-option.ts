import { PlimsollError } from "../errors.ts";

/** The error of an option that cannot be meant: what it is, and what it has to be. */
export function invalid(option: string, value: unknown, range: string): PlimsollError<"OPTION_INVALID"> {
  return new PlimsollError(
    "OPTION_INVALID",
    `The option ${option} is ${typeof value === "object" ? JSON.stringify(value) : String(value)}. It has to be ${range}.`,
    { option, value },
  );
}
