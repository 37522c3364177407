import { findHiddenCharacter, type Tool } from "@plimsoll/core";
import type { Rule } from "../rule.ts";
import { canonicalNameOf, isSetAsideForHiding } from "../set-aside-tool.ts";
import { parameterNamesOf, textsOf } from "../tool-texts.ts";

/** What a person does not see, a model must not read. */
export const hiddenCharacters: Rule = {
  id: "hidden-characters",
  severity: "error",
  explain: {
    finds:
      "Control characters, zero-width spaces, bidirectional overrides and tags in a name, a description, a title, a parameter or a server's instructions. A tool with one in its own name or description is set aside by the catalog; it is reported here.",
    why: "They are how words reach a model that no reviewer sees.",
    bad: "a description with U+200B between two words, or whole sentences in U+E0000 tags",
    good: "the same description typed again",
    remedy:
      "Type the text again, or ask the server's author why it is there. Do not use the tool until you know.",
  },
  *check({ snapshot, setAside }) {
    for (const one of setAside) {
      if (!isSetAsideForHiding(one)) continue;
      yield {
        source: one.source,
        tool: canonicalNameOf(one, snapshot),
        message: `Set aside: ${one.reason}.`,
      };
    }
    for (const { id, instructions } of snapshot?.sources ?? []) {
      const hidden = instructions && findHiddenCharacter(instructions);
      if (hidden) yield { source: id, message: `The server's instructions hide the character ${hidden}.` };
    }
    for (const { name, source, tool } of snapshot?.entries() ?? []) {
      const found = findHidden(tool);
      if (found === undefined) continue;
      const message = `There is the hidden character ${found.character} in ${found.where}.`;
      yield { source: source.id, tool: name, message };
    }
  },
};

function findHidden(tool: Tool): { readonly character: string; readonly where: string } | undefined {
  const names = [...parameterNamesOf(tool)].map((text) => ({ where: "the name of a parameter", text }));
  for (const { where, text } of [...textsOf(tool), ...names]) {
    const character = findHiddenCharacter(text);
    if (character !== undefined) return { character, where };
  }
  return undefined;
}
