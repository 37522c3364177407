import { assertNever } from "../internal/assert-never.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import { cut } from "../internal/cut.ts";
import { toSignature } from "../surface/signature.ts";
import type { InputIssue } from "../tool/tool.ts";
import type { Rejection } from "./outcome.ts";

const MAX_ISSUES = 5;
const MAX_ISSUE = 300;
const MAX_NAME = 80;

/** The calls a model can make next in this very step, in the words of its dialect; absent where it cannot. */
export interface NextCalls {
  readonly find?: string | undefined;
  readonly load?: ((wireName: string) => string) | undefined;
  readonly call: (wireName: string) => string;
}

/** What was wrong with a call and the next call to make, in one answer. */
export function renderRejection(rejection: Rejection, next: NextCalls): string {
  switch (rejection.reason) {
    case "unknown":
    case "denied": {
      const nearest = rejection.nearest.map(({ wireName, tool }) => toSignature(wireName, tool.inputSchema));
      const search = next.find === undefined ? "" : ` Search with ${next.find}.`;
      const hint = nearest.length > 0 ? ` Nearest: ${nearest.join("; ")}.` : search;
      return `No tool named ${quote(rejection.name)} is available here.${hint}`;
    }
    case "removed": {
      const instead = rejection.replacement === undefined ? "" : ` Use ${rejection.replacement} instead.`;
      return `${quote(rejection.name)} was removed.${instead}${rejection.note === undefined ? "" : ` ${rejection.note}`}`;
    }
    case "not-loaded": {
      const { wireName, tool } = rejection.entry;
      const load =
        next.load === undefined ? "" : ` Load it with ${next.load(wireName)} and call it in the next step.`;
      return `${wireName} is not loaded.${load}\nSchema: ${canonicalJson(tool.inputSchema)}`;
    }
    case "invalid": {
      const issues = rejection.issues.slice(0, MAX_ISSUES).map(renderIssue);
      if (rejection.about === "call") return ["The call was not made.", ...issues].join("\n");
      const { entry } = rejection;
      return [
        `${entry.wireName} was not called: its arguments do not fit its schema.`,
        ...issues,
        `Schema: ${canonicalJson(entry.tool.inputSchema)}`,
        `Correct the arguments and call ${next.call(entry.wireName)}.`,
      ].join("\n");
    }
    default:
      return assertNever(rejection);
  }
}

function renderIssue({ path, message }: InputIssue): string {
  return cut(`- ${path === "" ? "arguments" : path}: ${message}`, MAX_ISSUE);
}

function quote(name: string): string {
  return JSON.stringify(cut(name, MAX_NAME));
}
