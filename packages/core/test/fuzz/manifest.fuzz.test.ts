import { Catalog, formatManifest, parseManifest, toLifecycleRow } from "@plimsoll/core";
import { describe, expect } from "vitest";
import { readOrRefuse } from "../../../../test/fuzz/allowed-errors.ts";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedValue, hostileValue } from "../../../../test/fuzz/hostile-json.ts";
import { aTool } from "../fixtures.ts";

const MANIFEST = {
  version: "0.8.53",
  provides: {
    tools: [
      "read_file",
      { name: "wait", canonicalName: "exec_wait", aliases: ["sleep"], risk: "read", lazy: true },
      { name: "pay", behavioural: true, domain: "money", keywords: ["bill"], guidelines: ["Ask first"] },
    ],
  },
  lifecycle: [
    { name: "exec_wait", replacement: "read_file", state: "hidden-compatibility", replay_supported: "Yes" },
    { name: "todo", replacement: "pay", state: "deprecated", planned_removal_version: "TBD (≥ 0.9.0)" },
    { name: "old", state: "removed", replay_supported: false, note: "gone" },
  ],
  families: [["read_file", "read_files"]],
};

async function readAndLayOver(value: unknown): Promise<void> {
  const manifest = await readOrRefuse(() => parseManifest(value), "MANIFEST_INVALID");
  if (manifest === undefined) return;
  expect(parseManifest(JSON.parse(formatManifest(manifest)))).toEqual(JSON.parse(JSON.stringify(manifest)));
  await readOrRefuse(() => {
    const catalog = new Catalog({
      version: manifest.version,
      lifecycle: (manifest.lifecycle ?? []).map(toLifecycleRow),
    });
    catalog.replace({ id: "code", kind: "code" }, { tools: [aTool("read_file"), aTool("pay")] });
    const snapshot = catalog.snapshot();
    for (const { name } of manifest.lifecycle ?? []) snapshot.resolve(name);
  }, "LIFECYCLE_INVALID");
}

describe("a manifest that somebody changed", () => {
  fuzz(
    "is read and laid over a catalog, or refused with the place",
    changedValue([MANIFEST]),
    readAndLayOver,
  );

  fuzz("is refused where it is anything else", hostileValue, readAndLayOver);
});
