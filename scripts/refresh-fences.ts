import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allFences, type Fence, ROOT } from "../test/fences.ts";

/** Brings the fences that say what a file holds or what a command prints up to date: `npm run docs`. */
// From the last to the first, so that the lines of those before stay where they are.
for (const fence of allFences().reverse()) {
  const text = currentText(fence);
  if (text === undefined || text === fence.text) continue;
  const path = join(ROOT, fence.document);
  const lines = readFileSync(path, "utf8").split("\n");
  lines.splice(fence.line, fence.end - fence.line - 1, text);
  writeFileSync(path, lines.join("\n"));
  console.log(`${fence.document}:${fence.line}`);
}

function currentText({ kind, argument, text }: Fence): string | undefined {
  switch (kind) {
    case "file":
      return readFileSync(join(ROOT, argument), "utf8").trimEnd();
    case "output":
      return spawnSync("bash", ["-c", argument], { cwd: ROOT, encoding: "utf8" }).stdout.trimEnd();
    case "excerpt":
      return declarationAt(text.split("\n")[0] ?? "", readFileSync(join(ROOT, argument), "utf8"));
    default:
      return undefined;
  }
}

/** From the line a declaration begins with to the line where its brackets are closed and it ends. */
function declarationAt(first: string, source: string): string | undefined {
  const lines = source.split("\n");
  const start = lines.indexOf(first);
  let depth = 0;
  for (let at = start; start >= 0 && at < lines.length; at++) {
    const line = lines[at] ?? "";
    depth += line.split("{").length - line.split("}").length;
    if (depth === 0 && (line === "}" || /;(\s*\/\/.*)?$/.test(line)))
      return lines.slice(start, at + 1).join("\n");
  }
  return undefined;
}
