import { readdirSync, readFileSync } from "node:fs";
import { type Message, readTranscript, replayTranscript } from "@plimsoll/core";
import { describe, expect } from "vitest";
import { readOrRefuse } from "../../../../test/fuzz/allowed-errors.ts";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedValue, hostileValue } from "../../../../test/fuzz/hostile-json.ts";
import { aCatalog, aTool } from "../fixtures.ts";

const FOLDER = new URL("../adapters/transcripts/", import.meta.url);
const FILES = readdirSync(FOLDER);
const snapshot = aCatalog([aTool("get_weather")], { github: [aTool("create_issue")] }).snapshot();

async function readAndReplay(recording: unknown): Promise<void> {
  const transcript = await readOrRefuse(() => readTranscript(recording), "HISTORY_INVALID");
  if (transcript === undefined) return;
  expect(transcript.origins).toHaveLength(transcript.messages.length);
  replayTranscript(transcript.messages, snapshot);
  if (transcript.shape === "neutral") {
    expect(readTranscript(transcript.messages).messages).toEqual(transcript.messages);
  }
}

describe("a recorded conversation that somebody changed", () => {
  for (const file of FILES) {
    const recording: Message[] = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"));
    fuzz(
      `is read and replayed, or refused with its entry: ${file}`,
      changedValue([recording]),
      readAndReplay,
    );
  }

  fuzz("is refused where it is anything else", hostileValue, readAndReplay);
});
