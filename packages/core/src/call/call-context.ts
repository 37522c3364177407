import type { Activation } from "../activation/activation.ts";
import type { WholeResult } from "../activation/message.ts";
import type { Gate } from "../activation/record.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import type { CountTokens } from "../surface/tokens.ts";
import type { InputAnswers, Progress } from "../tool/handler.ts";
import type { Principal } from "../tool/principal.ts";
import type { AbsentSources } from "./absent-sources.ts";
import type { Limiter } from "./limiter.ts";

/** The circumstances of a call, the same for every call of a batch. */
export interface CallContext {
  readonly view: PermittedView;
  readonly activation: Activation;
  readonly gate: Gate;
  readonly principal: Principal | undefined;
  readonly timeoutMs: number;
  readonly limiter: Limiter;
  readonly countTokens: CountTokens;
  /** A result that was given in pages, by its handle; a host may have to look it up elsewhere. */
  readonly storedResult: (handle: string) => StoredResult | undefined | PromiseLike<StoredResult | undefined>;
  readonly signal: AbortSignal;
  readonly progress: (update: Progress) => void;
  readonly answers: InputAnswers | undefined;
  /** The user has given leave already, by a way of the host's own. */
  readonly approved?: boolean | undefined;
  readonly host?: unknown;
  /** Sources that have listed nothing yet, where the host knows of such. */
  readonly absent?: AbsentSources | undefined;
}

/** A result that is longer than what the model was given of it. */
export interface StoredResult extends WholeResult {
  /** The canonical name of the tool that gave it. */
  readonly tool: string | undefined;
}
