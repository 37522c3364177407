import type { ProviderSurface } from "../provider-surface.ts";

/** A surface that remembers whether the last response it accepted asks for another request. */
export function withIsDone<Params, Request, Response, ProviderMessage>(
  surface: ProviderSurface<Params, Request, Response, ProviderMessage>,
  isDone: (response: Response) => boolean,
): ProviderSurface<Params, Request, Response, ProviderMessage> & { readonly isDone: boolean } {
  let done = false;
  return {
    request: surface.request,
    resume: surface.resume,
    summarise: surface.summarise,
    async accept(response, options) {
      const messages = await surface.accept(response, options);
      done = isDone(response);
      return messages;
    },
    get pending() {
      return surface.pending;
    },
    get step() {
      return surface.step;
    },
    get records() {
      return surface.records;
    },
    get isDone() {
      return done;
    },
  };
}
