// What a page and Node both run, from the built packages: nothing in here knows where it is.
import { createSearchIndex, toSearchDocument } from "@plimsoll/core/search";
import { createStaticEmbedder } from "@plimsoll/semantic";

const TOOLS = {
  validate_document: "Reports the errors in an uploaded document.",
  delete_client: "Takes a client and their contracts out of the books.",
  resize_image: "Scales a picture to a width and a height.",
  get_forecast: "Tells the weather of the coming days in a city.",
};
const REQUESTS = ["check my file", "remove a customer", "will it rain tomorrow"];

/** Four tools, three requests that share no word with the right one, and what can be seen of how they were answered. */
export async function ask() {
  const instances = countInstances();
  const index = createSearchIndex({ embedder: createStaticEmbedder() });
  index.put(Object.entries(TOOLS).map(toDocument));
  const pendingAtFirst = index.pending;
  await index.settled();

  const view = { permits: () => true };
  const answers = {};
  for (const text of REQUESTS) {
    answers[text] = (await index.search({ text, limit: 4, view, explain: true })).matches;
  }
  return {
    hasNode: "process" in globalThis,
    pending: [pendingAtFirst, index.pending],
    usedWebAssembly: instances() > 0,
    answers,
  };
}

function toDocument([name, description]) {
  const inputSchema = { type: "object", properties: {} };
  const place = { name, wireName: name, source: "office", domain: "office", risk: "write" };
  return toSearchDocument({ description, inputSchema }, place);
}

/** Core falls back to JavaScript in silence, so the only trace of WebAssembly is that an instance was made. */
function countInstances() {
  let made = 0;
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, given) {
      const instance = Reflect.construct(target, given);
      made++;
      return instance;
    },
  });
  return () => made;
}
