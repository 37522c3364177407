import { PlimsollError } from "../errors.ts";
import type { InputIssue } from "../tool/tool.ts";
import { validate } from "../tool/validate.ts";
import type { Manifest } from "./manifest.ts";
import { MANIFEST_SCHEMA } from "./manifest-schema.ts";

/** What is wrong with a value that should be a manifest: every place, as a JSON Pointer. */
export function validateManifest(value: unknown): readonly InputIssue[] {
  return validate(MANIFEST_SCHEMA, value);
}

/** Reads a manifest from parsed JSON. The value itself is handed back, so fields nobody knows stay with it. */
export function parseManifest(value: unknown): Manifest {
  const problems = validateManifest(value);
  if (problems.length === 0) return value as Manifest;
  const [first] = problems;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : "";
  throw new PlimsollError(
    "MANIFEST_INVALID",
    `This is not a manifest. At ${first?.path === "" ? "the top" : first?.path}: ${first?.message}${more}`,
    { problems },
  );
}

/** Writes a manifest as the text of a file: keys in their order, fields nobody knows included. */
export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
