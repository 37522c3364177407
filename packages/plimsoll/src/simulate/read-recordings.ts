import type { Transcript } from "@plimsoll/core";
import type { McpTool } from "@plimsoll/core/mcp";
import { readTranscriptFile } from "../replay/read-transcript-file.ts";
import type { UnreadablePlace } from "../replay/replay-run.ts";
import { readRecordedRequest } from "./recorded-request.ts";

/** A recorded conversation, with what its request says beside the messages. */
export interface Recording extends Omit<Transcript, "origins"> {
  readonly file: string;
  /** The line it stands on, where a file holds several. */
  readonly line?: number;
  readonly system: string;
  /** The model it was recorded with, where that is told. */
  readonly model?: string;
}

/** What transcript files hold. */
export interface Recordings {
  readonly recordings: readonly Recording[];
  /** The tools of the recorded arrays. */
  readonly tools: readonly McpTool[];
  readonly unreadable: readonly UnreadablePlace[];
}

/** Reads every transcript of files. What cannot be read costs itself alone. */
export async function readRecordings(files: readonly string[]): Promise<Recordings> {
  const recordings: Recording[] = [];
  const tools: McpTool[] = [];
  const unreadable: UnreadablePlace[] = [];
  for (const file of new Set(files)) {
    for await (const item of readTranscriptFile(file)) {
      if (item.type === "unreadable") {
        unreadable.push({ file, line: item.line, reason: item.reason });
        continue;
      }
      const { messages, shape, skipped } = item.transcript;
      const { tools: listed, ...request } = readRecordedRequest(item.value);
      const line = typeof item.lines === "number" ? { line: item.lines } : {};
      recordings.push({ file, ...line, messages, shape, skipped, ...request });
      for (const tool of listed) tools.push(tool);
    }
  }
  return { recordings, tools, unreadable };
}
