import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FROM_SOURCE } from "../support/cli.ts";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { newerNodeProgram } from "../support/newer-node.ts";
import { configOf, server } from "../support/servers.ts";
import { type ServedFixture, serveFixture } from "./fixture-http.ts";
import { runSuite } from "./run-suite.ts";

const FIXTURE = fileURLToPath(new URL("./fixture-stdio.ts", import.meta.url));
const EXPECTED_FAILURES = fileURLToPath(new URL("./expected-failures.yml", import.meta.url));
const TIMEOUT_MS = 300_000;
// How many scenarios for servers a revision requires, so that a run of none is no success.
const REVISIONS = [
  ["2026-07-28", 37],
  ["2025-11-25", 30],
] as const;

const suite = newerNodeProgram("@modelcontextprotocol/conformance");
const title = "the official conformance suite";

if (typeof suite === "string") {
  describe.skip(`${title} (${suite})`, () => it("passes", () => undefined));
} else {
  describe.each(REVISIONS)(`${title} for %s`, (revision, required) => {
    let fixture: ServedFixture;
    let gateway: HttpGateway;
    beforeAll(async () => {
      fixture = await serveFixture();
      const upstream = server("fixture", process.execPath, ...FROM_SOURCE, FIXTURE);
      gateway = await serveHttp({
        ...configOf(upstream),
        profiles: { transparent: { transparent: "fixture", pins: ["fixture/*"] } },
      });
    });
    afterAll(async () => {
      await gateway.close();
      await fixture.close();
    });

    it(
      "passes against the fixture itself, so that what fails behind the gateway is the gateway's",
      async () => {
        const run = await runSuite(suite, { url: fixture.url, revision });
        expect(run.passed, run.summary).toBe(true);
        expect(run.scenarios.size).toBeGreaterThanOrEqual(required);
      },
      TIMEOUT_MS,
    );

    it(
      "passes against the gateway with the fixture behind it",
      async () => {
        const url = `${gateway.url}/p/transparent`;
        const run = await runSuite(suite, { url, revision, expectedFailures: EXPECTED_FAILURES });
        expect(run.passed, run.summary).toBe(true);
        expect(run.scenarios.size).toBeGreaterThanOrEqual(required);
      },
      TIMEOUT_MS,
    );
  });
}
