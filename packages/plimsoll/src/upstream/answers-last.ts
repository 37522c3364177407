import type { Transport } from "@modelcontextprotocol/client";

// Cheaper than a microtask of Node's own, which also carries along whose it is.
const NEXT_TURN = Promise.resolve();

/**
 * Has a connected transport hand on answers a moment after everything that came with them: the SDK reads notifications
 * a moment later than answers, and would drop the last progress of a call that ends in the same breath.
 */
export function deliverAnswersLast(transport: Transport): void {
  const { onmessage } = transport;
  if (onmessage === undefined) return;
  transport.onmessage = (message, extra) => {
    if ("method" in message) onmessage(message, extra);
    else void NEXT_TURN.then(() => onmessage(message, extra));
  };
}
