/** What tools do, and the other words that people say for it. */
const VERBS: readonly (readonly string[])[] = [
  ["get", "fetch", "retrieve", "obtain"],
  ["list", "show", "display", "enumerate"],
  ["delete", "remove", "erase"],
  ["create", "add", "make", "new"],
  ["check", "validate", "verify"],
  ["update", "edit", "modify", "change"],
  ["find", "search", "lookup", "query"],
  ["run", "execute", "invoke"],
  ["start", "launch", "begin"],
  ["send", "post", "publish"],
];

const OTHERS: ReadonlyMap<string, readonly string[]> = new Map(
  VERBS.flatMap((group) =>
    group.flatMap((verb) => {
      const others = group.filter((other) => other !== verb);
      return formsOf(verb).map((form) => [form, others] as const);
    }),
  ),
);

/** Verbs that mean much the same as this one, in any of its forms. */
export function verbsLike(word: string): readonly string[] {
  return OTHERS.get(word) ?? [];
}

function formsOf(verb: string): string[] {
  const root = verb.replace(/e$/, "");
  return [
    verb,
    `${verb}s`,
    `${root}es`,
    `${root}ed`,
    `${root}ing`,
    `${verb.replace(/y$/, "i")}es`,
    `${verb.replace(/y$/, "i")}ed`,
  ];
}
