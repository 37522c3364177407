import { type CatalogEntry, type CatalogSnapshot, type Message, toSummary } from "@plimsoll/core";
import { createRandom } from "./search/shuffle.ts";

/** So many entries apart, a compaction stands in place of so many turns. */
const SUMMARY_EVERY = 2_000;
const SUMMARY_TURNS = 20;
const WORDS =
  "the issue of this release was opened again because its branch does not build on the cluster".split(" ");

/** What happens in one call of a step: how often, and the entry it leaves. */
interface Kind {
  readonly share: number;
  readonly answer: (id: string, writer: Writer) => Message;
}

/** A long conversation, the same in every run: turns of a few steps, calls, loads, unloads, searches, summaries. */
export function syntheticHistory(length: number, snapshot: CatalogSnapshot): Message[] {
  const writer = createWriter(snapshot);
  const history: Message[] = [openingOf(snapshot)];
  let summaries = 0;
  while (history.length < length) {
    if (history.length > (summaries + 1) * SUMMARY_EVERY) {
      const gone = Array.from({ length: SUMMARY_TURNS }, () => aTurn(writer)).flat();
      history.push(toSummary(gone, writer.text(300)));
      summaries += 1;
    }
    history.push(...aTurn(writer));
  }
  return history.slice(0, length);
}

interface Writer {
  turn: number;
  calls: number;
  random(): number;
  /** Of about so many characters. */
  text(characters: number): string;
  tool(): CatalogEntry;
}

function createWriter(snapshot: CatalogSnapshot): Writer {
  const random = createRandom(7);
  const entries = snapshot.entries();
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from.");
    return item;
  };
  return {
    turn: 0,
    calls: 0,
    random,
    text: (characters) => Array.from({ length: Math.ceil(characters / 6) }, () => pick(WORDS)).join(" "),
    tool: () => pick(entries),
  };
}

function aTurn(writer: Writer): Message[] {
  writer.turn += 1;
  const turn: Message[] = [{ role: "user", text: writer.text(120) }];
  const steps = 1 + Math.floor(writer.random() * 5);
  for (let step = 0; step < steps; step++) turn.push(...aStep(writer));
  turn.push({ role: "assistant", text: writer.text(400), calls: [] });
  return turn;
}

function aStep(writer: Writer): Message[] {
  const count = 1 + Math.floor(writer.random() * 3);
  const answers = Array.from({ length: count }, () => aKind(writer).answer(`call_${writer.calls++}`, writer));
  const calls = answers.flatMap((answer) =>
    answer.role === "tool"
      ? [
          {
            id: answer.callId,
            name: answer.name,
            arguments: { name: writer.tool().name, id: writer.text(20) },
          },
        ]
      : [],
  );
  const text = writer.random() < 0.5 ? { text: writer.text(150) } : {};
  return [{ role: "assistant", ...text, calls }, ...answers];
}

const USUAL: Kind = { share: 0.72, answer: (id, writer) => called(id, "ok", writer) };

const KINDS: readonly Kind[] = [
  USUAL,
  { share: 0.05, answer: (id, writer) => called(id, "rejected", writer) },
  { share: 0.03, answer: (id, writer) => called(id, "failed", writer) },
  {
    share: 0.1,
    answer: (id, writer) =>
      answered(id, "tool_find", writer, {
        searches: [{ turn: writer.turn, query: writer.text(40), loaded: [] }],
      }),
  },
  {
    share: 0.07,
    answer: (id, writer) => {
      const tools = [writer.tool(), writer.tool()].map(({ name, schemaHash }) => ({ name, schemaHash }));
      return answered(id, "tool_load", writer, {
        record: { v: 1, type: "load", at: writer.turn, tools },
        keepWhole: true,
      });
    },
  },
  {
    share: 0.03,
    answer: (id, writer) =>
      answered(id, "tool_unload", writer, {
        record: { v: 1, type: "unload", at: writer.turn, names: [writer.tool().name] },
      }),
  },
];

function aKind({ random }: Writer): Kind {
  let left = random();
  const kind = KINDS.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  return kind ?? USUAL;
}

type ResultMeta = NonNullable<Extract<Message, { role: "tool" }>["meta"]>;

function called(id: string, outcome: "ok" | "rejected" | "failed", writer: Writer): Message {
  const { name: tool, schemaHash } = writer.tool();
  return answered(id, "tool_call", writer, { outcome, tool, schemaHash, risk: "write" });
}

function answered(callId: string, name: string, writer: Writer, meta: ResultMeta): Message {
  const risk = meta.risk ?? "read";
  const content = [{ type: "text" as const, text: writer.text(200 + writer.random() * 400) }];
  return { role: "tool", callId, name, content, meta: { outcome: "ok", ...meta, risk } };
}

function openingOf({ sources }: CatalogSnapshot): Message {
  return {
    role: "opening",
    v: 1,
    strategy: "append",
    dialect: "plimsoll",
    model: "m",
    gate: "open",
    tools: [],
    prompt: "",
    sources: sources.map(({ id, hash }) => ({ id, hash })),
  };
}
