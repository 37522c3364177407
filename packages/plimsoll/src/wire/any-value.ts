import { isValueTooDeep, MAX_NESTING } from "./nesting.ts";

/** Takes any JSON object: what is relayed goes on as it came, and one malformed tool does not cost a whole list. */
export const ANY_VALUE = {
  "~standard": {
    version: 1,
    vendor: "plimsoll",
    validate: (value: unknown): { readonly value: unknown } => ({ value }),
  },
} as const;

/** The same, unless it is nested so deeply that to hand it on would end with the stack. */
export const SHALLOW_VALUE = {
  "~standard": {
    version: 1,
    vendor: "plimsoll",
    validate: (value: unknown): Validated =>
      isValueTooDeep(value) ? { issues: [{ message: TOO_DEEP }] } : { value },
  },
} as const;

type Validated =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

const TOO_DEEP = `The server sent an answer that is nested deeper than ${MAX_NESTING} levels.`;
