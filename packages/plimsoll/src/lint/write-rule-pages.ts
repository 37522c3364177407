import { writeFileSync } from "node:fs";
import { renderRulePage } from "./rule-page.ts";
import { RULES } from "./rules.ts";

const FOLDER = new URL("../../../../docs/lint/", import.meta.url);

for (const rule of RULES) writeFileSync(new URL(`${rule.id}.md`, FOLDER), renderRulePage(rule));
