import { createHash } from "node:crypto";
import type { StoredListing } from "../upstream/stored-listing.ts";

/** Tells one listing of a server from the next without reading all of it: it is asked for with every request. */
export function markOf({ config, listedAt, instructions, schemaHashes, ...lists }: StoredListing): string {
  const counts = [lists.tools, lists.prompts, lists.resources, lists.resourceTemplates].map(
    ({ length }) => length,
  );
  return createHash("sha256")
    .update(JSON.stringify([config, listedAt, counts, instructions, schemaHashes]))
    .digest("base64url");
}
