import { PlimsollError } from "@plimsoll/core";
import type { AuditConfig } from "../../config/config.ts";
import type {} from "../../errors.ts";
import { digestOf } from "../../internal/digest.ts";
import type { Redactor } from "../../secrets/redactor.ts";
import type { Meter } from "../../server/meter.ts";
import type { CallSubject, GatewayEvent } from "../gateway-event.ts";
import type { Observer } from "../observer.ts";
import type { AuditFields, AuditFile } from "./audit-file.ts";

/** What an audit is written with. */
export interface AuditOptions {
  readonly config: AuditConfig;
  readonly file: AuditFile;
  readonly redactor: Pick<Redactor, "redactValue">;
  readonly meter: Meter;
  /** Is told, loudly, that nothing can be written, and when it can again; once each. */
  readonly say: (sentence: string) => void;
}

/** An observer that can tell whether it does what it is there for. */
export interface AuditObserver extends Observer {
  /** Whether the last line was written. */
  readonly isWritten: boolean;
}

/**
 * Keeps who called what, and what became of it, before the caller is answered. Where calls without a record are to be
 * refused, a call is written down before it runs, too: no tool runs of which nothing is known.
 */
export function createAuditObserver({ config, file, redactor, meter, say }: AuditOptions): AuditObserver {
  const refuses = config.onFailure === "refuse";
  let isWritten = true;
  const write = async (fields: AuditFields): Promise<void> => {
    try {
      await file.append(redactor.redactValue(fields));
      if (!isWritten) say(`The audit ${config.file} can be written again.`);
      isWritten = true;
    } catch (cause) {
      if (isWritten) say(toAlarm(config, cause));
      isWritten = false;
      meter.count("audit_failures");
      if (refuses) throw toRefusal(config, cause);
    }
  };
  return {
    get isWritten() {
      return isWritten;
    },
    observe(event) {
      if (event.type === "call-begun") {
        if (!refuses) return undefined;
        return write({ type: "asked", ...toCallFields(event.call, config) });
      }
      const fields = toFields(event, config);
      return fields === undefined ? undefined : write(fields);
    },
    close: () => file.close(),
  };
}

/** What is kept of an event; nothing of those that say nothing about who did what. */
function toFields(event: GatewayEvent, config: AuditConfig): AuditFields | undefined {
  switch (event.type) {
    case "call-ended": {
      const { call, tool, server, decision, outcome, reason, approvedBy, durationMs } = event;
      const ended = { tool, server, decision, approvedBy, outcome, reason, ms: Math.round(durationMs) };
      return { type: "answered", ...toCallFields(call, config), ...ended };
    }
    case "auth-refused":
    case "limit-refused":
    case "reload":
    case "held":
      return { ...event };
    default:
      return undefined;
  }
}

function toCallFields(call: CallSubject, { arguments: kept }: AuditConfig): Record<string, unknown> {
  const { id, principal, profile, workspace, era, asked, arguments: input } = call;
  const known = { call: id, principal: principal ?? null, profile, workspace, era, asked };
  return kept === "full" ? { ...known, arguments: input } : { ...known, argumentsHash: hashOf(input) };
}

function hashOf(input: unknown): string {
  try {
    return digestOf(input ?? {});
  } catch {
    return "none: nested too deeply";
  }
}

function toAlarm({ file, onFailure }: AuditConfig, cause: unknown): string {
  const what =
    onFailure === "refuse"
      ? 'Until it can, every call is refused ("onFailure": "refuse")'
      : 'Calls go on WITHOUT A RECORD ("onFailure": "continue")';
  return `THE AUDIT ${file} CANNOT BE WRITTEN: ${messageOf(cause)}. ${what}.`;
}

/** The client's model reads it: where the file is, and what is wrong with it, is the operator's to know. */
function toRefusal({ file }: AuditConfig, cause: unknown): Error {
  const message =
    "The gateway cannot write its audit, and without that it runs and answers no call. Its operator has to mend that.";
  return new PlimsollError("AUDIT_UNUSABLE", message, { file, reason: messageOf(cause) }, { cause });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
