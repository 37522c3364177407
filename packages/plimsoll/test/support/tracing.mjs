// What an operator has Node read first (--import): spans go to a file, one a line.
import { appendFileSync } from "node:fs";
import { NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";

const file = process.env["PLIMSOLL_TEST_SPANS"];
const exporter = {
  export(spans, done) {
    for (const { name, attributes, status } of spans) {
      appendFileSync(file, `${JSON.stringify({ name, attributes, status })}\n`);
    }
    done({ code: 0 });
  },
  shutdown: async () => {},
};
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
