import { createProviderSurface } from "@plimsoll/core";
import { adapterConformance, surfaceDriver } from "@plimsoll/core/testing";
import {
  type ParrotMessage,
  type ParrotParams,
  type ParrotReply,
  type ParrotRequest,
  parrotAdapter,
} from "./adapter.ts";

const model = "parrot-1";
const driver = surfaceDriver<ParrotParams, ParrotRequest, ParrotReply, ParrotMessage>({
  name: "Parrot",
  model,
  strategies: ["bridge", "all", "append"],
  open: (runtime, records) => createProviderSurface(runtime, parrotAdapter, { records }),
  toParams: (messages) => ({ model, system: "Be brief.", messages }),
  toUserMessage: (text) => ({ from: "user", text }),
  send: async (request, reply) => {
    const body = JSON.stringify(request); // through the provider's client, with a fetch of your own
    const { tools, system, messages }: ParrotRequest = JSON.parse(body);
    const toText = (part: unknown) => JSON.stringify(part);
    return {
      response: { from: "parrot", ...reply },
      sent: { tools: tools.map(toText), system, messages: messages.map(toText) },
    };
  },
});

for (const { title, run } of adapterConformance(driver)) {
  await run(); // in a test runner: test(title, run)
  console.log(title);
}
