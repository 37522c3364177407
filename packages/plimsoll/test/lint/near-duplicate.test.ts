import { describe, expect, it } from "vitest";
import { findIn, manifest, tool } from "./subjects.ts";

const ISSUES = "the open issues of a repository, newest first";
const near = (...tools: [string, string][]) =>
  findIn("near-duplicate", { a: tools.map(([name, text]) => tool(name, text)) });

describe("near-duplicate", () => {
  it("finds two names of one thing, whatever verb they use for it", () => {
    expect(near(["list_issues", `List ${ISSUES}`], ["fetchIssues", `Fetches all ${ISSUES}.`])).toMatchObject([
      { tool: "a/fetchIssues", others: ["a/list_issues"], severity: "warning" },
    ]);
  });

  it("finds a name with a word more that the other's text has too, or with a version", () => {
    const wait = "Wait for a background shell process to end and print its output";
    expect(near(["exec_wait", wait], ["exec_shell_wait", `${wait}.`])).toHaveLength(1);
    expect(near(["exec_wait", wait], ["exec_wait_v2", `${wait}.`])).toHaveLength(1);
  });

  it.each([
    ["create_issue", "delete_issue"],
    ["get_issue", "update_issue"],
    ["start_server", "stop_server"],
    ["enable_alert", "disable_alert"],
    ["convert_from_base", "convert_to_base"],
    ["get_issue", "get_issues"],
    ["get_issue", "list_issues"],
    ["page_v1", "page_v2"],
    ["sha256_sum", "sha512_sum"],
    ["create_issue", "create_issue_comment"],
    ["list_commits", "list_branches"],
  ])("leaves %s and %s alone, also with one text", (a, b) => {
    const text = "Works on the server of the team with the given name and answers its state";
    expect(near([a, text], [b, text])).toEqual([]);
  });

  it("compares tools of two servers by their text, and by the product they speak of", () => {
    const on = (a: string, b: string) =>
      findIn("near-duplicate", { a: [tool("push_files", a)], b: [tool("push_files", b)] });
    const text = "Push multiple files in a single commit";
    expect(on(text, `${text}.`)).toHaveLength(1);
    expect(on(`${text} to a GitHub repository`, `${text} to a GitLab repository`)).toEqual([]);
    expect(on(text, "Copies pictures from the phone to this computer")).toEqual([]);
  });

  it("makes one finding of a crowd", () => {
    const servers = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`s${at}`, [tool("list_issues", `List ${ISSUES}`)]]),
    );
    const findings = findIn("near-duplicate", servers);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.others).toHaveLength(39);
  });

  it("leaves families alone", () => {
    const tools = { a: [tool("fetch_issue", `Get ${ISSUES}`), tool("get_issue", `Get ${ISSUES}`)] };
    expect(findIn("near-duplicate", tools)).toHaveLength(1);
    const laid = manifest({ families: [["a/fetch_issue", "a/get_issue"]] });
    expect(findIn("near-duplicate", tools, laid)).toEqual([]);
  });
});
