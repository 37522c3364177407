import type { AdapterRecords } from "../adapters/adapter-records.ts";
import type { ProviderSurface } from "../adapters/provider-surface.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { AdapterDriver, ScriptedReply, WireRequest } from "./adapter-driver.ts";

/** What a driver needs to know of an adapter that is a `ProviderSurface`. */
export interface SurfaceDriverOptions<Params, Request, Response, ProviderMessage>
  extends Pick<AdapterDriver, "name" | "model" | "strategies"> {
  open(
    runtime: Runtime,
    records: AdapterRecords,
  ): ProviderSurface<Params, Request, Response, ProviderMessage>;
  toParams(messages: readonly ProviderMessage[]): Params;
  toUserMessage(text: string): ProviderMessage;
  /** Sends a request through the SDK, to a model that replies like this, and answers the response and what was sent. */
  send(
    request: Request,
    reply: ScriptedReply,
  ): Promise<{ readonly response: Response; readonly sent: WireRequest }>;
}

/** A driver for an adapter that is a `ProviderSurface`. */
export function surfaceDriver<Params, Request, Response, ProviderMessage>(
  options: SurfaceDriverOptions<Params, Request, Response, ProviderMessage>,
): AdapterDriver {
  const { name, model, strategies } = options;
  return {
    name,
    model,
    strategies,
    open(runtime, saved) {
      const { messages, records } = (saved ?? { messages: [], records: {} }) as Saved<ProviderMessage>;
      const surface = options.open(runtime, records);
      return {
        say: (text) => void messages.push(options.toUserMessage(text)),
        async turn(reply) {
          const { response, sent } = await options.send(surface.request(options.toParams(messages)), reply);
          messages.push(...(await surface.accept(response)));
          return sent;
        },
        save: () => ({ messages, records: surface.records }),
      };
    },
  };
}

interface Saved<ProviderMessage> {
  readonly messages: ProviderMessage[];
  readonly records: AdapterRecords;
}
