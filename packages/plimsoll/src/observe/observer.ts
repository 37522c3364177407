import type { GatewayEvent } from "./gateway-event.ts";

/**
 * Hears what happens in a gateway.
 *
 * Contract:
 * - `observe` is called synchronously, in order, and returns soon. What it throws is dropped: whoever watches cannot
 *   break what is watched.
 * - It may answer a promise where a call begins or ends. The call waits for that, and where it rejects, the call is
 *   refused: an audit that must not have gaps is such an observer.
 */
export interface Observer {
  observe(event: GatewayEvent): Promise<void> | undefined;
  /** Whatever was observed is kept; nothing comes after it. */
  close?(): Promise<void>;
}
