/** Accepts any JSON object as a result: it is relayed as it came, and one malformed tool does not cost a whole list. */
export const ANY_RESULT = {
  "~standard": {
    version: 1,
    vendor: "plimsoll",
    validate: (value: unknown): { readonly value: unknown } => ({ value }),
  },
} as const;
