import type { Rule } from "../rule.ts";

/** What guides a conversation is never deferred. */
export const behaviouralLazy: Rule = {
  id: "behavioural-lazy",
  severity: "error",
  explain: {
    finds:
      "A behavioural tool (it asks the user, plans, clarifies) that is marked `lazy`, or `deferred` by the lifecycle table.",
    why: "A model searches for a tool to do something with. It does not search for one to ask or to plan: out of sight, such tools fall out of use.",
    bad: '`{ "name": "ask_user", "behavioural": true, "lazy": true }`',
    good: '`{ "name": "ask_user", "behavioural": true }`',
    remedy: "Remove `lazy` and the `deferred` row, or `behavioural` if the tool is not.",
  },
  *check({ manifest, snapshot }) {
    const deferred = new Set(
      (manifest?.rows ?? []).filter(({ row }) => row.state === "deferred").map(({ row }) => row.name),
    );
    const whyLazy = (name: string, marks: Marks | undefined): string | undefined => {
      if (marks?.behavioural !== true) return undefined;
      const mark =
        (marks.lazy ?? marks.shouldDefer) === true ? "lazy" : deferred.has(name) ? "deferred" : undefined;
      return mark && `It is behavioural and ${mark}.`;
    };
    const listed = new Set<string>();
    for (const { name, fields, place } of manifest?.tools ?? []) {
      const message = whyLazy(name, fields);
      if (message === undefined) continue;
      listed.add(name);
      const source = snapshot?.get(name)?.source.id;
      yield { tool: name, place, message, ...(source === undefined ? {} : { source }) };
    }
    for (const { name, source, tool } of snapshot?.entries() ?? []) {
      const message = listed.has(name) ? undefined : whyLazy(name, tool);
      if (message !== undefined) yield { source: source.id, tool: name, message };
    }
  },
};

interface Marks {
  readonly behavioural?: boolean;
  readonly lazy?: boolean;
  readonly shouldDefer?: boolean;
}
