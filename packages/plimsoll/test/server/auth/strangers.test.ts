import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AuthConfig } from "../../../src/config/config.ts";
import { refuseStranger } from "../../../src/server/auth/strangers.ts";

function statusOf(
  headers: Readonly<Record<string, string>>,
  auth?: AuthConfig,
  host = "127.0.0.1",
): number | undefined {
  return refuseStranger(new Request("http://gateway/mcp", { headers }), { auth, host })?.status;
}

const OPEN = { allowedHosts: ["Gateway.example.com"], allowedOrigins: ["https://app.example.com:8443"] };

describe("the Host of a request", () => {
  it.each(["localhost", "LocalHost:7077", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:7077"])(
    "may be this machine's own name: %s",
    (host) => {
      expect(statusOf({ host })).toBeUndefined();
    },
  );

  it.each([
    "evil.com",
    "localhost.evil.com",
    "evil.com:localhost",
    "localhost.",
    "localhost.:7077",
    "evil@localhost",
    "localhost@evil.com",
    "localhost:7077@evil.com",
    "localhost/evil.com",
    "localhost?evil.com",
    "localhost#evil.com",
    "localhost\\evil.com",
    "localhost%2eevil.com",
    "localhost:",
    "localhost:99999999",
    "localhost:80:80",
    "localhost, evil.com",
    "::1",
    "[::1",
    "[::ffff:127.0.0.1]",
    "[::1%25lo]",
    "127.1",
    "127.0.0.1.",
    "2130706433",
    "0x7f.0.0.1",
    "0.0.0.0",
    "127.0.0.1.nip.io",
    "-localhost",
  ])("is refused where it is another spelling or somebody else: %s", (host) => {
    expect(statusOf({ host })).toBe(403);
  });

  it("is refused where it is missing", () => {
    expect(statusOf({})).toBe(403);
  });

  it("may be a name that the config allows, and no name below or above it", () => {
    expect(statusOf({ host: "gateway.example.com" }, OPEN)).toBeUndefined();
    expect(statusOf({ host: "GATEWAY.example.com:443" }, OPEN)).toBeUndefined();
    for (const host of ["example.com", "a.gateway.example.com", "gateway.example.com.evil.com"]) {
      expect(statusOf({ host }, OPEN)).toBe(403);
    }
    expect(statusOf({ host: "anything.example" }, { allowedHosts: ["*"] })).toBeUndefined();
    expect(statusOf({ host: "any@thing" }, { allowedHosts: ["*"] })).toBe(403);
  });

  it("may be the address that is listened on, and the one that clients are told", () => {
    expect(statusOf({ host: "192.168.1.5:7077" }, {}, "192.168.1.5")).toBeUndefined();
    expect(statusOf({ host: "[fd00::1]:7077" }, {}, "fd00::1")).toBeUndefined();
    expect(
      statusOf({ host: "mcp.example.com" }, { resource: "https://mcp.example.com/mcp" }),
    ).toBeUndefined();
    expect(statusOf({ host: "192.168.1.6:7077" }, {}, "192.168.1.5")).toBe(403);
  });
});

describe("the Origin of a request", () => {
  const from = (origin: string, auth?: AuthConfig): number | undefined =>
    statusOf({ host: "localhost", origin }, auth);

  it("is only sent by pages: without one, nothing is refused", () => {
    expect(statusOf({ host: "localhost" })).toBeUndefined();
  });

  it.each(["http://localhost", "http://localhost:3000", "https://127.0.0.1", "http://[::1]:5173"])(
    "may be a page of this machine: %s",
    (origin) => {
      expect(from(origin)).toBeUndefined();
    },
  );

  it.each([
    "null",
    "http://evil.com",
    "http://localhost.evil.com",
    "http://localhost@evil.com",
    "http://evil.com@localhost",
    "http://localhost.",
    "http://localhost/",
    "http://localhost:3000/page",
    "http://localhost:3000 http://evil.com",
    "http://localhost, http://evil.com",
    "chrome-extension://localhost",
    "file://localhost",
    "file://",
    "localhost",
    "//localhost",
    "http:localhost",
    "http://127.1",
    "http://xn--lcalhost-54a",
  ])("is refused where it is another page's, or none: %s", (origin) => {
    expect(from(origin)).toBe(403);
  });

  it("is never a page that does not say whose it is, whatever the config allows", () => {
    for (const origin of ["null", "file://"])
      expect(from(origin, { allowedOrigins: [origin, "*"] })).toBe(403);
  });

  it("may be one that the config allows, whole: with its scheme and its port", () => {
    expect(from("https://app.example.com:8443", OPEN)).toBeUndefined();
    for (const origin of [
      "https://app.example.com",
      "http://app.example.com:8443",
      "https://example.com:8443",
    ]) {
      expect(from(origin, OPEN)).toBe(403);
    }
  });
});

it("nothing that is not one of the names passes, whatever it is made of", () => {
  const parts = fc.constantFrom(
    "localhost",
    "evil.com",
    ".",
    ":",
    "@",
    "/",
    "[::1]",
    "127.0.0.1",
    "80",
    "#",
    "%00",
  );
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 5 }), (made) => {
      const host = made.join("");
      const isOwn = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(host);
      expect(statusOf({ host }) === undefined).toBe(isOwn);
    }),
  );
});
