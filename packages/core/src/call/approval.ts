import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { defined } from "../internal/defined.ts";
import { isRecord } from "../internal/is-record.ts";
import type { InputAnswers, InputRequired } from "../tool/handler.ts";

/** The name under which the user is asked for leave to run a tool. */
export const APPROVAL = "plimsoll/approval";

/** What the user said to a call: nothing yet, yes, or no. */
export type Approval = "unasked" | "given" | "declined";

/** Reads the user's word on a call; the answer has the shape of MCP's elicitation. */
export function readApproval(answers: InputAnswers | undefined): Approval {
  const answer = answers?.answers[APPROVAL];
  if (answer === undefined) return "unasked";
  return isRecord(answer) && answer["action"] === "accept" ? "given" : "declined";
}

/** Asks the user for leave to run a tool, as an elicitation without a form. */
export function askApproval({ name, tool, risk }: CatalogEntry, input: unknown): InputRequired {
  return {
    type: "input-required",
    requests: {
      [APPROVAL]: {
        method: "elicitation/create",
        params: {
          message: `Allow ${name} (${risk.level}) to run?`,
          requestedSchema: { type: "object", properties: {} },
          _meta: { tool: name, ...defined({ title: tool.title }), input },
        },
      },
    },
  };
}
