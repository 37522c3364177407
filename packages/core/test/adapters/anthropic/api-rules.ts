type Block = Readonly<Record<string, unknown>>;

/** A request as it went over the wire. */
export interface WireRequest {
  readonly tools: readonly Block[];
  readonly system?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
  readonly stream?: boolean;
}

/** Why the API would answer 400, by the rules that its documentation states; nothing where it would not. */
export function whyRefused({ tools, messages }: WireRequest, betas: readonly string[]): string | undefined {
  const deferred = tools.filter(({ defer_loading }) => defer_loading === true);
  const names = tools.map(({ name }) => name);
  if (new Set(names).size < names.length) return "two tools of one name";
  if (tools.length > 0 && deferred.length === tools.length) return "At least one tool must be non-deferred";
  if (deferred.some(({ cache_control }) => cache_control !== undefined))
    return "cache_control on a deferred tool";
  const declared = new Set(deferred.map(({ name }) => name));
  return (
    whyMisplaced(messages) ??
    whyUnanswered(messages) ??
    messages.map((message) => whyUnfit(message, declared, betas)).find((why) => why !== undefined)
  );
}

type Messages = WireRequest["messages"];

function whyMisplaced(messages: Messages): string | undefined {
  if (messages[0]?.role !== "user") return "the first message is not the user's";
  for (const [at, { role }] of messages.entries()) {
    if (role !== "system") continue;
    const [before, after] = [messages[at - 1]?.role, messages[at + 1]?.role];
    if (before !== "user") return `message ${at}: a system message after ${before}`;
    if (after !== undefined && after !== "assistant")
      return `message ${at}: a system message before ${after}`;
  }
  return undefined;
}

/** Messages of one role that follow each other are one turn: its results come first, and answer every call. */
function whyUnanswered(messages: Messages): string | undefined {
  const turns: { role: string; blocks: Block[] }[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...blocksOf(content));
    else turns.push({ role, blocks: [...blocksOf(content)] });
  }
  for (const [at, { role, blocks }] of turns.entries()) {
    const asked = turns[at - 1]?.role === "assistant" ? idsIn(turns[at - 1]?.blocks, "tool_use", "id") : [];
    const answered = idsIn(blocks, "tool_result", "tool_use_id");
    if (role === "user" && JSON.stringify(asked) !== JSON.stringify(answered)) {
      return `turn ${at}: calls ${asked}, results ${answered}`;
    }
    if (blocks.slice(0, answered.length).some(({ type }) => role === "user" && type !== "tool_result")) {
      return `turn ${at}: a text before a result`;
    }
  }
  return undefined;
}

function whyUnfit(
  { role, content }: Messages[number],
  declared: ReadonlySet<unknown>,
  betas: readonly string[],
): string | undefined {
  const blocks = blocksOf(content);
  if (blocks.some(({ type, text }) => type === "text" && String(text).trim() === ""))
    return "a text of nothing";
  const changes = blocks.filter(({ type }) => type === "tool_addition" || type === "tool_removal");
  return [
    ...changes.map((block) => whyChangeRefused(role, block, declared, betas)),
    ...blocks.flatMap(referencesIn).map((reference) => whyUnresolved(reference, declared)),
  ].find((why) => why !== undefined);
}

function whyUnresolved({ type, tool_name: name }: Block, declared: ReadonlySet<unknown>): string | undefined {
  if (type !== "tool_reference") return "a reference beside something else";
  return declared.has(name) ? undefined : `Tool reference '${name}' has no corresponding tool definition`;
}

function whyChangeRefused(
  role: string,
  { tool }: Block,
  declared: ReadonlySet<unknown>,
  betas: readonly string[],
): string | undefined {
  const { type, name } = tool as Block;
  if (role !== "system") return "a tool change outside of a system message";
  if (betas.includes("inline-tools-2026-09-15")) return undefined;
  if (!betas.includes("mid-conversation-tool-changes-2026-07-01")) return "a tool change without its beta";
  if (type === "tool_definition") return "a definition by value without its beta";
  return declared.has(name) ? undefined : `tool_reference_unresolved: ${name}`;
}

function referencesIn({ type, content }: Block): readonly Block[] {
  if (type === "tool_result") {
    const blocks = blocksOf(content as string | readonly Block[]);
    return blocks.some((block) => block["type"] === "tool_reference") ? blocks : [];
  }
  if (type !== "tool_search_tool_result") return [];
  return ((content as Block)["tool_references"] ?? []) as readonly Block[];
}

function idsIn(blocks: readonly Block[] = [], type: string, key: string): unknown[] {
  return blocks.filter((block) => block["type"] === type).map((block) => block[key]);
}

function blocksOf(content: string | readonly Block[] | undefined): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
}
