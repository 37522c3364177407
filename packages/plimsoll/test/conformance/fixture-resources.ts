import { type ReadResourceResult, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { PIXEL } from "./fixture-media.ts";

const TEXT = { uri: "test://static-text", mimeType: "text/plain" };
const BINARY = { uri: "test://static-binary", mimeType: "image/png" };
const WATCHED = { uri: "test://watched-resource", mimeType: "text/plain" };

/** Every resource that a scenario of either revision reads, as it is listed. */
export const FIXTURE_RESOURCES = [
  { ...TEXT, name: "static-text", description: "A text that never changes" },
  { ...BINARY, name: "static-binary", description: "A picture that never changes" },
  { ...WATCHED, name: "watched-resource", description: "A text that can be subscribed to" },
];

/** The one template. */
export const FIXTURE_TEMPLATES = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    description: "Data by its id",
    mimeType: "application/json",
  },
];

/** Reads a resource, listed or of the template. */
export function readFixtureResource(uri: string): ReadResourceResult {
  if (uri === TEXT.uri)
    return { contents: [{ ...TEXT, text: "This is the content of the static text resource." }] };
  if (uri === BINARY.uri) return { contents: [{ ...BINARY, blob: PIXEL }] };
  if (uri === WATCHED.uri) return { contents: [{ ...WATCHED, text: "This is being watched." }] };
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: "application/json", text }] };
}
