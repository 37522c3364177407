import { toCallText } from "../call/refused-before.ts";
import { look } from "../dialects/perform.ts";
import { defined } from "../internal/defined.ts";
import { type AnsweredCall, answerCall } from "./answer-call.ts";
import { toLoadEvents } from "./call-event.ts";
import { type Conversation, toPerformContext } from "./conversation.ts";
import { loadedBy, toldOfLoads } from "./run-batch.ts";
import type { Batch, StepInput } from "./runtime.ts";

/** A batch whose calls come one by one: the same answers as `runBatch` gives, as far as the calls are known by then. */
export function openBatch(conversation: Conversation, { principal }: Pick<StepInput, "principal">): Batch {
  const asker = defined({ principal });
  const texts: (string | undefined)[] = [];
  const answers: Promise<AnsweredCall>[] = [];
  return {
    async answer(call, options = {}) {
      const text = toCallText(call);
      const repeated = text === undefined ? 0 : texts.filter((earlier) => earlier === text).length;
      texts.push(text);
      const answering = answerCall(call, conversation, { ...asker, ...options, repeated });
      answers.push(answering);
      const answered = await answering;
      for (const event of toLoadEvents(answered.entry, conversation)) {
        conversation.engine.telemetry.emit(() => event);
      }
      if (!isTooEarly(answered)) return answered.entry;
      // First answers only: two calls that both came too early would wait for each other.
      const loaded = new Set((await Promise.all(answers)).flatMap(loadedBy));
      return toldOfLoads(answered, loaded, conversation);
    },
    async look(call) {
      const checked = await look(call, toPerformContext(conversation, asker));
      if (checked?.type !== "ready") return undefined;
      const { entry, input, approve } = checked;
      return { entry, input, approve };
    },
  };
}

function isTooEarly({ performed: { outcome } }: AnsweredCall): boolean {
  return outcome.type === "rejected" && outcome.reason === "not-loaded";
}
