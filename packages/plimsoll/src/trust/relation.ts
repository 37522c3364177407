import { foldName, toLook, wordsOfName } from "./confusable.ts";
import type { Definition } from "./definition.ts";
import { isOneEdit } from "./one-edit.ts";
import { editKeysOf, type SeenServer } from "./seen-server.ts";

/** How a definition of one server stands to a tool of another. */
export interface Relation {
  readonly type:
    | "same-name" // but for style
    | "same-look" // told apart by a character that looks like another
    | "one-edit" // told apart by one letter
    | "poses" // its name says that it is the other server's
    | "names"; // its text names the other one
  readonly definition: Definition;
  /** A tool of the other server; absent where it poses as one that there need not be. */
  readonly other?: Definition;
}

/** How definitions of one server stand to the tools of another. Whoever was there first is not looked at here. */
export function relationsTo(server: SeenServer, other: SeenServer): readonly Relation[] {
  const areTwins = isTwin(server, other);
  return server.definitions.flatMap((definition): readonly Relation[] => [
    ...(definition.kind === "tool" ? nameRelations(definition, other, areTwins) : []),
    ...citations(server, definition, other),
  ]);
}

/** Two accounts of one service have the same tools, and that is no trick. */
function isTwin({ tools: { byFold: a } }: SeenServer, { tools: { byFold: b } }: SeenServer): boolean {
  const shared = [...a.keys()].filter((name) => b.has(name)).length;
  return shared > 0 && shared * 2 >= Math.max(a.size, b.size);
}

function nameRelations(
  definition: Definition,
  { id, tools }: SeenServer,
  areTwins: boolean,
): readonly Relation[] {
  const { name } = definition;
  const relations: Relation[] = [];
  if (isPrefixed(name, id)) relations.push({ type: "poses", definition });
  const folded = foldName(name);
  const same = tools.byFold.get(folded);
  if (same !== undefined) {
    // One plain word (`search`) is everybody's.
    if (!areTwins && wordsOfName(name).length > 1)
      relations.push({ type: "same-name", definition, other: same });
    return relations;
  }
  const alike = tools.byLook.get(toLook(name))?.[0];
  if (alike !== undefined) return [...relations, { type: "same-look", definition, other: alike }];
  const near = areTwins ? undefined : findNear(name, tools.byEdit);
  return near === undefined ? relations : [...relations, { type: "one-edit", definition, other: near }];
}

function isPrefixed(name: string, id: string): boolean {
  const [front, rest] = [name.slice(0, id.length), name.slice(id.length)];
  return front.toLowerCase() === id.toLowerCase() && /^(?:__|[/.:])./.test(rest);
}

function findNear(name: string, byEdit: SeenServer["tools"]["byEdit"]): Definition | undefined {
  const words = wordsOfName(name);
  for (const key of editKeysOf(name)) {
    const found = byEdit.get(key)?.find((candidate) => {
      const others = wordsOfName(candidate.name);
      const at = words.findIndex((word, index) => word !== others[index]);
      return others.length === words.length && isOneEdit(words[at] ?? "", others[at] ?? "");
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

function citations(server: SeenServer, definition: Definition, other: SeenServer): readonly Relation[] {
  for (const name of server.cited.get(definition) ?? []) {
    const own = isPrefixed(name, other.id) ? name.slice(other.id.length).replace(/^(?:__|[/.:])/, "") : name;
    const found = other.tools.byFold.get(foldName(own));
    const isNamed = found !== undefined && (own !== name || wordsOfName(own).length > 1);
    if (isNamed) return [{ type: "names", definition, other: found }];
  }
  return [];
}
