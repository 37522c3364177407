import { describe, expect, it } from "vitest";
import { addJsonEntry, removeJsonEntry } from "../../src/clients/json-entry.ts";

const FILE = "/x/mcp.json";
const ENTRY = { url: "u" };
const add = (text: string): string =>
  addJsonEntry({ file: FILE, text }, "mcpServers", "plimsoll", ENTRY).text;

const CASES: readonly [title: string, before: string, after: string][] = [
  [
    "after the last one, in its indentation",
    '{\n    "mcpServers": {\n        "a": {}\n    }\n}\n',
    '{\n    "mcpServers": {\n        "a": {},\n        "plimsoll": {\n            "url": "u"\n        }\n    }\n}\n',
  ],
  [
    "behind a comment that belongs to the last one",
    '{\n\t"mcpServers": {\n\t\t"a": {} // mine\n\t\t// more to come\n\t}\n}',
    '{\n\t"mcpServers": {\n\t\t"a": {}, // mine\n\t\t"plimsoll": {\n\t\t\t"url": "u"\n\t\t}\n\t\t// more to come\n\t}\n}',
  ],
  [
    "with a trailing comma where there is one",
    '{\n  "mcpServers": {\n    "a": {}, /* mine */\n  },\n}\n',
    '{\n  "mcpServers": {\n    "a": {}, /* mine */\n    "plimsoll": {\n      "url": "u"\n    },\n  },\n}\n',
  ],
  [
    "with the line ends of the file",
    '\uFEFF{\r\n  "mcpServers": {}\r\n}\r\n',
    '\uFEFF{\r\n  "mcpServers": {\r\n    "plimsoll": {\r\n      "url": "u"\r\n    }\r\n  }\r\n}\r\n',
  ],
  [
    "in one line where all is in one",
    '{"mcpServers":{"a":{}}}',
    '{"mcpServers":{"a":{}, "plimsoll": {"url":"u"}}}',
  ],
  [
    "with its map where there is none",
    '{\n  "other": [1, 2]\n}\n',
    '{\n  "other": [1, 2],\n  "mcpServers": {\n    "plimsoll": {\n      "url": "u"\n    }\n  }\n}\n',
  ],
  [
    "with everything around it where there is nothing",
    "// mine\n",
    '// mine\n{\n  "mcpServers": {\n    "plimsoll": {\n      "url": "u"\n    }\n  }\n}\n',
  ],
  [
    "in the place of another entry of its name",
    '{\n  "mcpServers": {\n    "plimsoll": 1, // old\n    "a": {}\n  }\n}\n',
    '{\n  "mcpServers": {\n    "plimsoll": {\n      "url": "u"\n    }, // old\n    "a": {}\n  }\n}\n',
  ],
];

describe("an entry", () => {
  it.each(CASES)("is written %s", (_title, before, after) => {
    expect(add(before)).toBe(after);
  });

  it.each(CASES.slice(0, 3))("that was written %s leaves no trace", (_title, before, after) => {
    expect(removeJsonEntry({ file: FILE, text: after }, "mcpServers", "plimsoll")).toBe(before);
  });

  it("that is not there cannot be taken out", () => {
    expect(removeJsonEntry({ file: FILE, text: '{"mcpServers":{"a":{}}}' }, "mcpServers", "plimsoll")).toBe(
      undefined,
    );
    expect(removeJsonEntry({ file: FILE, text: "" }, "mcpServers", "plimsoll")).toBe(undefined);
  });
});

describe("a file that only looks empty", () => {
  it("is refused where what is written behind its white space would be no JSON", () => {
    // To `trim` both are white space.
    for (const text of ["\uFEFF\uFEFF", "\u00A0"])
      expect(() => add(text)).toThrow(/The file is (not JSON|empty)/);
    expect(add("\uFEFF \n")).toContain("plimsoll");
  });
});
