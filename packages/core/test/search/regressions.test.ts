import { createSearchIndex, type Embedder, loadSearchIndex } from "@plimsoll/core/search";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aDocument, anEmbedder, anIndex, documents, EVERYTHING, find, longText, text } from "./documents.ts";

test("a saved index is read from a Node buffer", async () => {
  const bytes = anIndex([aDocument("open_issue")]).save();
  const inside = Buffer.concat([Buffer.from("xyz"), bytes]).subarray(3);
  expect(await find(loadSearchIndex(inside), "open issue")).toEqual(["open_issue"]);
});

describe("an embedder that is no help", () => {
  const broken: Record<string, Embedder["embed"]> = {
    "is still reading": (texts, purpose) =>
      purpose === "tool" ? new Promise<Float32Array>(() => {}) : new Float32Array(texts.length * 2).fill(0.7),
    "fails to read tools": (texts, purpose) => {
      if (purpose === "tool") throw new Error("broken");
      return new Float32Array(texts.length * 2).fill(0.7);
    },
    "answers no numbers": (texts) => new Float32Array(texts.length * 2).fill(Number.NaN),
  };
  test.each(Object.entries(broken))("leaves search as it is without one: it %s", async (_, embed) => {
    await fc.assert(
      fc.asyncProperty(documents, fc.oneof(text, longText), async (all, query) => {
        const request = { text: query, limit: 20, view: EVERYTHING };
        const names = (answer: { matches: readonly { name: string }[] }) =>
          answer.matches.map(({ name }) => name);
        const plain = names(await anIndex(all).search(request));
        const found = names(await anIndex(all, { id: "x", dimensions: 2, embed }).search(request));
        expect(new Set(found)).toEqual(new Set(plain));
      }),
    );
  });
});

describe("tools that are not permitted", () => {
  const words = Array.from(
    { length: 300 },
    (_, at) => `w${String.fromCharCode(97 + (at % 26))}x${"q".repeat(at / 26)}`,
  );

  test("take up no room in a long query", async () => {
    const mine = [
      aDocument("aaa", { title: words.slice(-4).join(" ") }),
      ...Array.from({ length: 500 }, (_, at) => aDocument(`filler_${at}`, { description: `Number ${at}` })),
    ];
    const denied = aDocument("denied", { description: words.slice(0, 270).join(" ") });
    const view = { permits: (name: string) => name !== denied.name };
    expect(await find(anIndex([...mine, denied]), words.join(" "), { view })).toEqual(["aaa"]);
  });

  test("do not decide whether the end of a name will do", async () => {
    const mine = aDocument("x_sha_256_sum");
    const denied = ["p", "q"].map((name) => aDocument(name, { description: "sha256" }));
    const request = { text: "`sha256_sum`", limit: 5 };
    const view = { permits: (name: string) => name === mine.name };
    expect(await anIndex([mine, ...denied]).search({ ...request, view })).toEqual(
      await anIndex([mine]).search({ ...request, view }),
    );
  });
});

test.each([
  "create_issueを使ってください",
  "请调用create_issue工具",
  "create_issue|list_all",
  "tool=create_issue",
  "use [create_issue] now",
  "select:other_tool, MCP__github__create_issue",
])("a name that is written against something is found: %s", async (query) => {
  const index = anIndex([
    aDocument("github/create_issue"),
    aDocument("github/list_all"),
    aDocument("other_tool"),
  ]);
  const { matches } = await index.search({ text: query, limit: 5, view: EVERYTHING });
  expect(matches.find(({ name }) => name === "github/create_issue")?.lane).toBe("exact");
});

test("the best tool of a part is raised however few are asked for", async () => {
  const index = anIndex([
    ...Array.from({ length: 50 }, (_, at) => aDocument(`other_${at}`, { description: `Number ${at}` })),
    ...["send", "draft", "forward", "archive", "print", "delay"].map((verb) =>
      aDocument(`mail_${verb}`, { description: "Mail reminders of late, unpaid invoices to customers" }),
    ),
    aDocument("room_book", { description: "Book a room" }),
    aDocument("car_rent", { description: "Rent a car" }),
  ]);
  const query =
    "Mail a reminder of unpaid invoices to all customers who are late. Then book some room in the office for Monday. Then rent some car with four doors.";
  const all = await find(index, query, { limit: 50 });
  for (let limit = 1; limit < 8; limit++)
    expect(await find(index, query, { limit })).toEqual(all.slice(0, limit));
});

test("tools found by meaning alone stand in the order of their meaning", async () => {
  const index = anIndex(
    [
      aDocument("aaa_show", { description: "Open start begin file and one letter" }),
      aDocument("zzz_show", { description: "letter" }),
    ],
    anEmbedder(),
  );
  expect((await find(index, "mail"))[0]).toBe("zzz_show");
});

test("words that nobody says any more are forgotten", async () => {
  const index = createSearchIndex();
  const make = (round: number) =>
    Array.from({ length: 50 }, (_, at) => aDocument(`tool_${at}`, { description: `says zz${round}y${at}` }));
  for (let round = 0; round < 60; round++) index.put(make(round));
  expect(await find(index, "zz59y7")).toEqual(["tool_7"]);
  expect(index.save().length).toBeLessThan(1.5 * anIndex(make(59)).save().length);
});

test("a tool that is put again and again, or goes, waits once, or not at all", () => {
  const never: Embedder = { id: "never", dimensions: 2, embed: () => new Promise(() => {}) };
  const index = anIndex([aDocument("first")], never);
  for (let round = 0; round < 10; round++) index.put([aDocument("a", { description: `Number ${round}` })]);
  expect(index.pending).toBe(2);
  index.remove(["a"]);
  expect(index.pending).toBe(1);
});

test("a tool that says nothing is read once", async () => {
  const embedder = anEmbedder();
  const index = anIndex([aDocument("zzz")], embedder);
  for (let round = 0; round < 3; round++) index.put([aDocument("zzz")]);
  expect(embedder.read).toEqual(["zzz", "zzz"]);
});

test("twenty thousand tools of one name are found, replaced and removed in good time", async () => {
  const make = (description: string) =>
    Array.from({ length: 20_000 }, (_, at) => aDocument(`s${at}/search`, { description }));
  const index = anIndex(make("one"));
  expect(await find(index, "search", { limit: 20_000 })).toHaveLength(20_000);
  index.put(make("two"));
  index.remove(make("").map(({ name }) => name));
  expect(index.size).toBe(0);
}, 20_000);
