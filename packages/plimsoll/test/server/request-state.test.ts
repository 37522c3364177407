import { afterAll, beforeAll, expect, it } from "vitest";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { readReply, toModernCall } from "../support/modern-call.ts";
import { configOf, relayed } from "../support/servers.ts";

let http: HttpGateway;
beforeAll(async () => {
  http = await serveHttp(configOf(relayed("modern"), relayed("legacy")));
}, 60_000);
afterAll(() => http.close());

const ANSWERS = { name: { action: "accept", content: { name: "Ada" } } };

interface Reply {
  readonly error?: { readonly code: number; readonly data?: unknown };
  readonly result?: {
    readonly resultType: string;
    readonly inputRequests?: Readonly<Record<string, unknown>>;
    readonly requestState?: string;
    readonly content?: readonly { readonly text: string }[];
  };
}

async function call(tool: string, more: object = {}, input: object = {}): Promise<Reply> {
  return readReply(await fetch(toModernCall(http.url, { tool, arguments: input, params: more })));
}

it.each(["modern__ask", "legacy__ask"])(
  "goes through the client sealed, and comes back once as it went (%s)",
  async (tool) => {
    const { result } = await call(tool);
    expect(result).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
    expect(JSON.stringify(result)).not.toContain("state of the server");
    const [key = ""] = Object.keys(result?.inputRequests ?? {});
    const { requestState } = result ?? {};
    const inputResponses = { [key]: ANSWERS.name };
    const answered = await call(tool, { requestState, inputResponses });
    expect(answered.result?.content?.[0]?.text).toBe("accept Ada state of the server");
  },
);

it("is asked again where an answer is missing", async () => {
  const { result } = await call("legacy__ask");
  const again = await call("legacy__ask", { requestState: result?.requestState, inputResponses: {} });
  expect(again.result).toMatchObject({ resultType: "input_required" });
  const { inputRequests = {}, requestState } = again.result ?? {};
  const [key = ""] = Object.keys(inputRequests);
  const answered = await call("legacy__ask", { requestState, inputResponses: { [key]: ANSWERS.name } });
  expect(answered.result?.content?.[0]?.text).toContain("accept Ada");
});

it("is refused where it was changed, made up, or is of another request", async () => {
  const { result } = await call("modern__ask");
  const { requestState = "" } = result ?? {};
  const inputResponses = ANSWERS;
  const refused = { error: { code: -32602, data: { reason: "invalid_request_state" } } };
  expect(await call("modern__ask", { requestState: `${requestState}x`, inputResponses })).toMatchObject(
    refused,
  );
  expect(await call("modern__ask", { requestState: "made up", inputResponses })).toMatchObject(refused);
  expect(await call("modern__meta", { requestState, inputResponses })).toMatchObject(refused);
  expect(await call("modern__ask", { requestState, inputResponses }, { other: 1 })).toMatchObject(refused);
});

it("cannot be used twice for a call that waits", async () => {
  const { result } = await call("legacy__ask");
  const [key = ""] = Object.keys(result?.inputRequests ?? {});
  const more = { requestState: result?.requestState, inputResponses: { [key]: ANSWERS.name } };
  await call("legacy__ask", more);
  const { result: second } = await call("legacy__ask", more);
  expect(second?.content?.[0]?.text).toContain("the call it belongs to is gone. Call again.");
});
