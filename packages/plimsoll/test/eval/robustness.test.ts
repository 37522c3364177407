import { createSearchIndex, type SearchMatch, toSearchDocument } from "@plimsoll/core/search";
import { createStaticEmbedder } from "@plimsoll/semantic";
import { describe, expect, it } from "vitest";

const TOOLS: Readonly<Record<string, string>> = {
  "files/read_text_file": "Read the complete contents of a file from the file system as text",
  "files/write_file": "Create a new file or overwrite an existing one",
  "files/validate": "Validate a document against its schema and report every problem",
  "github/create_issue": "Open a new issue in a repository",
  "github/list_issues": "List the issues of a repository",
  "github/merge_pull_request": "Merge a pull request into its base branch",
  "db/run_query": "Execute a SQL SELECT statement and return the rows",
  "git/git_commit": "Record staged changes in the repository",
  "crm/delete_customer": "Delete a customer and all their contacts",
  "crm/find_customer": "Find customers by name or e-mail",
  "images/resize_image": "Change the width and height of a picture",
  "weather/get_forecast": "Weather forecast for the next days of a city",
  "mail/send_mail": "Send an e-mail message to one or more people",
  "tenki/yoho": "指定した都市の天気予報を取得します",
  "fanyi/fanyi": "将文本翻译成另一种语言",
  "traductor/traducir": "Traduce un texto a otro idioma",
};

const DOCUMENTS = Object.entries(TOOLS).map(([name, description]) =>
  toSearchDocument(
    { description, inputSchema: { type: "object" } },
    {
      name,
      wireName: name.replace("/", "__"),
      source: name.split("/")[0] ?? "",
      domain: name.split("/")[0] ?? "",
      risk: "read",
    },
  ),
);

const [words, meaning] = [undefined, createStaticEmbedder()].map((embedder) => {
  const index = createSearchIndex({ embedder });
  index.put(DOCUMENTS);
  return async (text: string): Promise<readonly SearchMatch[]> =>
    (await index.search({ text, limit: 5, view: { permits: () => true } })).matches;
}) as [Search, Search];

type Search = (text: string) => Promise<readonly SearchMatch[]>;

const firstOf = async (search: Search, text: string) => (await search(text))[0]?.name;

describe("search with meaning", () => {
  it.each([
    ["check my file for mistakes", "files/validate"],
    ["remove a client permanently", "crm/delete_customer"],
    ["make this photo smaller", "images/resize_image"],
    ["will it rain in Paris tomorrow?", "weather/get_forecast"],
    ["notify my colleagues by letter", "mail/send_mail"],
  ])("finds what is said in other words: %s", async (text, name) => {
    expect(await firstOf(meaning, text)).toBe(name);
  });

  it.each([
    ["Japanese", "天気予報を調べてください", "tenki/yoho"],
    ["Chinese", "请翻译这段文本", "fanyi/fanyi"],
    ["Spanish", "traduce este texto a otro idioma", "traductor/traducir"],
    ["SQL", "SELECT name FROM users WHERE id = 1 -- run this query", "db/run_query"],
    ["a command", "git commit -m 'fix the build'", "git/git_commit"],
    ["an identifier", "merge_pull_request", "github/merge_pull_request"],
    ["identifiers", "createIssue listIssues", "github/create_issue"],
    ["one word", "forecast", "weather/get_forecast"],
  ])("leaves what words find where it is: %s", async (_, text, name) => {
    expect([await firstOf(words, text), await firstOf(meaning, text)]).toEqual([name, name]);
  });

  it("finds the point of five hundred words", async () => {
    const padding = "We talked about many things that day, and nothing of it matters here. ".repeat(36);
    const found = await meaning(`${padding} Now please resize the image to half its width. ${padding}`);
    expect(found.slice(0, 3).map(({ name }) => name)).toContain("images/resize_image");
  });

  it.each([
    "flibbertigibbet",
    "lorem ipsum dolor sit amet consectetur adipiscing elit",
    "¯\\_(ツ)_/¯",
    "0x7f3a9b",
  ])("finds nothing in nonsense: %s", async (text) => {
    expect(await meaning(text)).toEqual([]);
  });

  it("pushes no tool down that is called by the words of its name", async () => {
    for (const name of Object.keys(TOOLS)) {
      const called = (name.split("/")[1] ?? "").replaceAll("_", " ");
      if (!called.includes(" ")) continue;
      for (const text of [`please ${called} for me`, `now I want to ${called} in the other project`]) {
        if ((await firstOf(words, text)) === name) expect(await firstOf(meaning, text)).toBe(name);
      }
    }
  });

  it("keeps an exact name first, whatever the rest of the request means", async () => {
    for (const name of Object.keys(TOOLS)) {
      expect(await firstOf(meaning, `resize an image, send mail, read files: \`${name}\``)).toBe(name);
    }
  });
});
