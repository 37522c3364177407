import { PlimsollError } from "@plimsoll/core";

declare module "@plimsoll/core" {
  interface PlimsollErrorData {
    /** An embedder was asked for whose optional packages are not installed. */
    EMBEDDER_MISSING: { readonly embedder: string; readonly packages: readonly string[] };
  }
}

/** The error of an embedder whose optional packages are not there: which, and how to get them. */
export function embedderMissing(
  embedder: string,
  packages: readonly string[],
  cause: unknown,
): PlimsollError<"EMBEDDER_MISSING"> {
  const message = `The embedder ${embedder} needs the packages ${packages.join(" and ")}, which are not installed. Run: npm install ${packages.join(" ")}`;
  return new PlimsollError("EMBEDDER_MISSING", message, { embedder, packages }, { cause });
}
