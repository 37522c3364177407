import { splitCapitals } from "./split-capitals.ts";

/** The parts of a name, in lower case: `getHTTPStatus`, `get_http_status` and `get-http.status` have the same three. */
export function partsOf(name: string): string[] {
  return (
    splitCapitals(name)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Whether a key is what some of a name's last parts fold to, but not all of them: `issuecreate` of `jira_issue_create`. */
export function isSuffixKey(key: string, name: string): boolean {
  let tail = "";
  const parts = partsOf(name);
  for (let at = parts.length - 1; at > 0 && tail.length < key.length; at--) {
    tail = `${parts[at]}${tail}`;
    if (tail === key) return true;
  }
  return false;
}
