/** The parts of a request in the order in which a provider reads them, as bytes. */
export interface RequestParts {
  /** The array without its closing bracket, so that one that grew at its end has the earlier one as a prefix. */
  readonly tools: string;
  readonly system: string;
  /** One text a message or item. */
  readonly messages: readonly string[];
}

/** Takes the body of a request apart: of Anthropic's Messages, or of OpenAI's Responses. */
export function toRequestParts(body: string): RequestParts {
  const { tools = [], system = "", messages, input, instructions = "" } = JSON.parse(body) as Body;
  return {
    tools: `[${tools.map((tool) => JSON.stringify(tool)).join(",")}`,
    system: JSON.stringify([system, instructions]),
    messages: (messages ?? input ?? []).map((message) => JSON.stringify(message)),
  };
}

interface Body {
  readonly tools?: readonly unknown[];
  readonly system?: unknown;
  readonly instructions?: unknown;
  readonly messages?: readonly unknown[];
  readonly input?: readonly unknown[];
}

/** How many bytes of a request a provider has read before: tools, then the system prompt, then messages. */
export function countKept(before: RequestParts, now: RequestParts): number {
  const flat = ({ tools, system, messages }: RequestParts): string => [tools, system, ...messages].join("\n");
  const [earlier, later] = [flat(before), flat(now)];
  let at = 0;
  while (at < earlier.length && earlier[at] === later[at]) at += 1;
  return at;
}
