import { expect, it } from "vitest";
import { WORD_RULES, wordsOf } from "../../src/search/words.ts";

it("has another edition whenever texts are split otherwise: saved indexes go by it", () => {
  const words = wordsOf("The HTTPServer's create_issues, sha256Sum of 天気予報 in a café, naïve Ångström v2");
  expect({ WORD_RULES, words }).toMatchInlineSnapshot(`
    {
      "WORD_RULES": 1,
      "words": [
        "http",
        "server",
        "create",
        "issues",
        "sha256",
        "sha",
        "256",
        "sum",
        "天気",
        "気予",
        "予報",
        "cafe",
        "naive",
        "angstrom",
        "v2",
      ],
    }
  `);
});
