import type { Meter, MeterLabels } from "../server/meter.ts";
import type { GatewayEvent } from "./gateway-event.ts";
import type { Observers } from "./observers.ts";

/** A meter whose numbers are events, so that what is refused is logged and audited, too. */
export function toEventMeter(observers: Observers): Meter {
  return {
    count(name, labels = {}) {
      if (observers.isHeard) observers.mention(toCounted(name, labels));
    },
    observe(name, value, labels = {}) {
      if (observers.isHeard) observers.mention({ type: "measured", name, value, labels });
    },
  };
}

function toCounted(name: string, labels: MeterLabels): GatewayEvent {
  const { reason, limit } = labels;
  if (name === "auth_refused") return { type: "auth-refused", reason: reason ?? "" };
  if (name === "limit_refused") return { type: "limit-refused", limit: limit ?? "" };
  return { type: "counted", name, labels };
}
