import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { verifyState } from "./fixture-asking-tools.ts";
import { FIXTURE_PROMPTS } from "./fixture-prompts.ts";
import { FIXTURE_RESOURCES, FIXTURE_TEMPLATES, readFixtureResource } from "./fixture-resources.ts";
import type { FixtureContext } from "./fixture-tool.ts";
import { FIXTURE_TOOLS } from "./fixture-tools.ts";

/** What the fixture is told of how it is served. */
export interface FixtureOptions {
  /** Tells everybody who wants to know that a list is another one; this server's own client if absent. */
  readonly announce?: FixtureContext["announce"];
}

// A gateway that is told of a change and finds none has nothing to tell: the lists do change, in every description.
const editions = { tools: 1, prompts: 1 };

/**
 * A server with everything that the official conformance suite calls, of either revision. It is the suite's
 * counterpart behind the gateway: what passes here must pass through the gateway.
 */
export function createFixtureServer({ announce }: FixtureOptions = {}): Server {
  const server = new Server(
    { name: "fixture", version: "1" },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        completions: {},
        logging: {},
      },
      instructions: "A server for conformance tests.",
      requestState: { verify: verifyState },
    },
  );
  const announceHere: FixtureContext["announce"] = (list) =>
    void (list === "tools" ? server.sendToolListChanged() : server.sendPromptListChanged());
  serveTools(server, (list) => {
    editions[list] += 1;
    (announce ?? announceHere)(list);
  });
  servePrompts(server);
  serveResources(server);
  server.setRequestHandler("completion/complete", () => ({
    completion: { values: ["paris", "park", "party"], total: 3, hasMore: false },
  }));
  return server;
}

function serveTools(server: Server, announce: FixtureContext["announce"]): void {
  server.setRequestHandler("tools/list", () => ({
    tools: FIXTURE_TOOLS.map(({ name, inputSchema = { type: "object" as const } }) => ({
      name,
      description: `The fixture's ${name}, edition ${editions.tools}`,
      inputSchema,
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = FIXTURE_TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined) throw invalid(`There is no tool ${params.name}.`);
    return tool.run(params.arguments ?? {}, { ...context, server, announce });
  });
}

function servePrompts(server: Server): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: FIXTURE_PROMPTS.map(({ get: _get, ...listed }) => ({
      ...listed,
      title: `Edition ${editions.prompts}`,
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }, context) => {
    const prompt = FIXTURE_PROMPTS.find(({ name }) => name === params.name);
    if (prompt === undefined) throw invalid(`There is no prompt ${params.name}.`);
    return prompt.get(params.arguments ?? {}, context);
  });
}

function serveResources(server: Server): void {
  server.setRequestHandler("resources/list", () => ({ resources: FIXTURE_RESOURCES }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: FIXTURE_TEMPLATES }));
  server.setRequestHandler("resources/read", ({ params }) => readFixtureResource(params.uri));
  // The suite asks whether subscribing is accepted; nothing of the fixture ever changes.
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
