import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRuntime, defineTool, parseManifest, readTranscript, replayTranscript } from "@plimsoll/core";
import { z } from "zod";

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

const runtime = createRuntime({
  manifest: parseManifest(read("../retire-a-name/tools.manifest.json")),
  tools: [
    defineTool({
      name: "exec_shell_wait",
      description: "Wait for a command",
      input: z.object({ job: z.string() }),
      run: () => assert.fail("a replay runs nothing"),
    }),
    defineTool({
      name: "checklist_write",
      description: "Write the checklist",
      input: z.object({ items: z.array(z.string()) }),
      run: () => assert.fail("a replay runs nothing"),
    }),
  ],
});

const { shape, messages } = readTranscript(read("./transcript.json"));
const { calls, counts } = replayTranscript(messages, runtime.catalog.snapshot());
console.log(`${shape}: ${counts.ok} ok, ${counts.warning} warning, ${counts.error} error`);
for (const { name, level, verdict } of calls) {
  console.log(`${level}: ${name} ${verdict.type}${verdict.type === "dispatches" ? ` ${verdict.tool}` : ""}`);
}

assert.equal(counts.error, 1, "only the removed name breaks");
