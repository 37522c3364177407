import type { Handler, HandlerModule } from "./handler.ts";

/**
 * A handler that lives in a module of its own. The module is imported by the first call; calls that come
 * meanwhile wait for the same import; a failed import fails those calls and is tried again by the next one.
 */
export function importOnce<Input>(runFrom: () => Promise<HandlerModule<Input>>): Handler<Input> {
  let imported: Promise<HandlerModule<Input>> | undefined;
  return async (input, context) => {
    imported ??= runFrom().catch((error: unknown) => {
      imported = undefined;
      throw error;
    });
    const module = await imported;
    if (typeof module?.run !== "function") throw new TypeError('The handler\'s module exports no "run".');
    return module.run(input, context);
  };
}
