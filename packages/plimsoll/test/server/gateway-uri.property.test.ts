import { UriTemplate } from "@modelcontextprotocol/server";
import { toSourceId } from "@plimsoll/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fromGatewayUri, toGatewayUri } from "../../src/server/gateway-uri.ts";

const source = fc.string({ minLength: 1 }).map(toSourceId);
const uri = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ minLength: 1 }),
  fc.constantFrom("file:///a/../b", "demo://x//y/", "urn:isbn:1", "plimsoll://other/x://y", "ui://a#b?c"),
);

it("takes every address apart as it was put together", () => {
  fc.assert(
    fc.property(source, uri, (id, own) => {
      expect(fromGatewayUri(toGatewayUri({ source: id, uri: own }))).toEqual({ source: id, uri: own });
    }),
  );
});

it("never gives two resources the same address", () => {
  fc.assert(
    fc.property(source, uri, source, uri, (a, one, b, other) => {
      fc.pre(a !== b || one !== other);
      expect(toGatewayUri({ source: a, uri: one })).not.toBe(toGatewayUri({ source: b, uri: other }));
    }),
  );
});

it("has templates filled in as the server would have them filled in", () => {
  const template = fc.constantFrom(
    "demo://items/{id}",
    "file:///{+path}",
    "db://{table}{?from,to}",
    "x://{id}{#part}",
  );
  const values = fc.record({
    id: fc.string({ minLength: 1 }),
    path: fc.string({ minLength: 1 }),
    table: fc.string({ minLength: 1 }),
    from: fc.string({ minLength: 1 }),
    to: fc.string({ minLength: 1 }),
    part: fc.string({ minLength: 1 }),
  });
  fc.assert(
    fc.property(source, template, values, (id, own, filling) => {
      const filled = new UriTemplate(toGatewayUri({ source: id, uri: own })).expand(filling);
      expect(fromGatewayUri(filled)).toEqual({ source: id, uri: new UriTemplate(own).expand(filling) });
    }),
  );
});

it("reads nothing into other addresses", () => {
  for (const other of [
    "demo://x",
    "plimsoll://",
    "plimsoll:///x",
    "plimsoll://a",
    "plimsoll://a/",
    "PLIMSOLL://a/b",
  ]) {
    expect(fromGatewayUri(other)).toBeUndefined();
  }
});
