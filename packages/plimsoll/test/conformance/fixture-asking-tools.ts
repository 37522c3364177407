import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";
import { type FixtureContext, type FixtureTool, textResult } from "./fixture-tool.ts";

// A process of the fixture serves one run, so its key need not outlive it.
const codec = createRequestStateCodec<string>({ key: crypto.getRandomValues(new Uint8Array(32)) });

/** Checks the state that a client hands back, before any tool sees it. */
export const verifyState: typeof codec.verify = codec.verify;

const NAME_QUESTION = ask("What is your name?", "name", { type: "string" });
const SAMPLE = (text: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens });

/**
 * The tools that ask the client something. They answer with what they need; a client of the older revision, which
 * knows no such answer, is sent real requests in its place by the SDK.
 */
export const ASKING_TOOLS: readonly FixtureTool[] = [
  {
    name: "test_sampling",
    inputSchema: { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] },
    run: ({ prompt }, { mcpReq }) => {
      const answer = inputResponse(mcpReq.inputResponses, "sample");
      if (answer.kind !== "sampling") return asking({ sample: SAMPLE(String(prompt), 100) });
      return textResult(`LLM response: ${JSON.stringify(answer.result.content)}`);
    },
  },
  {
    name: "test_elicitation",
    inputSchema: { type: "object", properties: { message: { type: "string" } }, required: ["message"] },
    run: ({ message }, { mcpReq }) => {
      const username = { type: "string", description: "User's response" } as const;
      const email = { type: "string", description: "User's email address" } as const;
      return elicited(
        mcpReq,
        inputRequired.elicit({
          message: String(message),
          requestedSchema: {
            type: "object",
            properties: { username, email },
            required: ["username", "email"],
          },
        }),
      );
    },
  },
  {
    name: "test_elicitation_sep1034_defaults",
    run: (_input, { mcpReq }) =>
      elicited(
        mcpReq,
        inputRequired.elicit({
          message: "Please review the defaults",
          requestedSchema: {
            type: "object",
            properties: {
              name: { type: "string", default: "John Doe" },
              age: { type: "integer", default: 30 },
              score: { type: "number", default: 95.5 },
              status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
              verified: { type: "boolean", default: true },
            },
          },
        }),
      ),
  },
  {
    name: "test_elicitation_sep1330_enums",
    run: (_input, { mcpReq }) => {
      const plain = ["option1", "option2", "option3"];
      const titled = ["First", "Second", "Third"].map((title, at) => ({
        const: `value${at + 1}`,
        title: `${title} Option`,
      }));
      return elicited(
        mcpReq,
        inputRequired.elicit({
          message: "Please choose",
          requestedSchema: {
            type: "object",
            properties: {
              untitledSingle: { type: "string", enum: plain },
              titledSingle: { type: "string", oneOf: titled },
              legacyEnum: {
                type: "string",
                enum: ["opt1", "opt2", "opt3"],
                enumNames: ["Option One", "Option Two", "Option Three"],
              },
              untitledMulti: { type: "array", items: { type: "string", enum: plain } },
              titledMulti: { type: "array", items: { anyOf: titled } },
            },
          },
        }),
      );
    },
  },
  {
    name: "test_streaming_elicitation",
    run: (_input, { mcpReq }) => elicited(mcpReq, NAME_QUESTION),
  },
  {
    name: "test_input_required_result_elicitation",
    run: (_input, { mcpReq }) => {
      const answer = acceptedContent(mcpReq.inputResponses, "user_name");
      if (answer === undefined) return asking({ user_name: NAME_QUESTION });
      return textResult(`Hello, ${answer["name"]}!`);
    },
  },
  {
    name: "test_input_required_result_sampling",
    run: (_input, { mcpReq }) => {
      const answer = inputResponse(mcpReq.inputResponses, "capital_question");
      if (answer.kind !== "sampling")
        return asking({ capital_question: SAMPLE("What is the capital of France?", 100) });
      return textResult(JSON.stringify(answer.result.content));
    },
  },
  {
    name: "test_input_required_result_list_roots",
    run: (_input, { mcpReq }) => {
      const answer = inputResponse(mcpReq.inputResponses, "client_roots");
      if (answer.kind !== "roots") return asking({ client_roots: inputRequired.listRoots() });
      return textResult(answer.roots.map(({ uri }) => uri).join(", "));
    },
  },
  {
    name: "test_input_required_result_request_state",
    run: (_input, { mcpReq }) => confirmed(mcpReq, "state-ok"),
  },
  {
    name: "test_input_required_result_tampered_state",
    run: (_input, { mcpReq }) => confirmed(mcpReq, "The state is the one that was given out."),
  },
  {
    name: "test_input_required_result_multiple_inputs",
    run: async (_input, { mcpReq }) => {
      const { inputResponses } = mcpReq;
      const name = acceptedContent(inputResponses, "user_name");
      const greeting = inputResponse(inputResponses, "greeting");
      const roots = inputResponse(inputResponses, "client_roots");
      if (name !== undefined && greeting.kind === "sampling" && roots.kind === "roots")
        return textResult(`${JSON.stringify(greeting.result.content)}, ${name["name"]}`);
      return asking(
        {
          user_name: NAME_QUESTION,
          greeting: SAMPLE("Generate a greeting", 50),
          client_roots: inputRequired.listRoots(),
        },
        await codec.mint("asked"),
      );
    },
  },
  {
    name: "test_input_required_result_multi_round",
    run: async (_input, { mcpReq }) => {
      // A retry carries the answers of its own round only; what was answered before is in the state.
      const name = mcpReq.requestState<string>();
      const color = acceptedContent(mcpReq.inputResponses, "step2");
      if (name !== undefined && color !== undefined)
        return textResult(`${name} likes ${String(color["color"])}.`);
      const first = acceptedContent(mcpReq.inputResponses, "step1");
      if (first !== undefined) {
        const step2 = ask("Step 2: What is your favorite color?", "color", { type: "string" });
        return asking({ step2 }, await codec.mint(String(first["name"])));
      }
      const step1 = ask("Step 1: What is your name?", "name", { type: "string" });
      return asking({ step1 }, await codec.mint("unnamed"));
    },
  },
  {
    name: "test_input_required_result_capabilities",
    run: (_input, context) => {
      const { elicitation, sampling, roots } = capabilitiesOf(context);
      return asking({
        ...(elicitation === undefined ? {} : { user_name: NAME_QUESTION }),
        ...(sampling === undefined ? {} : { greeting: SAMPLE("Generate a greeting", 50) }),
        ...(roots === undefined ? {} : { client_roots: inputRequired.listRoots() }),
      });
    },
  },
];

/** What the client of a request can do: said with each request, or on connecting in the older revision. */
export function capabilitiesOf({ mcpReq, server }: FixtureContext): ClientCapabilities {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const said = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return said ?? server.getClientCapabilities() ?? {};
}

/** A question for one value. */
export function ask(
  message: string,
  field: string,
  schema: { readonly type: "string" } | { readonly type: "boolean" },
): InputRequests[string] {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [field]: { ...schema } }, required: [field] },
  });
}

function asking(inputRequests: InputRequests, requestState?: string): ReturnType<typeof inputRequired> {
  return inputRequired({ inputRequests, ...(requestState === undefined ? {} : { requestState }) });
}

type Asked = FixtureContext["mcpReq"];

function elicited(
  { inputResponses }: Asked,
  question: InputRequests[string],
): ReturnType<FixtureTool["run"]> {
  const answer = inputResponse(inputResponses, "answer");
  if (answer.kind !== "elicit") return asking({ answer: question });
  const { action, content } = answer;
  return textResult(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
}

async function confirmed(
  { inputResponses, requestState }: Asked,
  text: string,
): Promise<Awaited<ReturnType<FixtureTool["run"]>>> {
  const answer = acceptedContent(inputResponses, "confirm");
  if (answer !== undefined && requestState<string>() === "asked") return textResult(text);
  return asking({ confirm: ask("Please confirm", "ok", { type: "boolean" }) }, await codec.mint("asked"));
}
