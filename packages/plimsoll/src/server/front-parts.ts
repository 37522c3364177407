import type { Trust } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import { KeptInstructions } from "./kept-instructions.ts";
import { KeyRing } from "./key-ring.ts";
import { LoadTokens } from "./load-tokens.ts";
import { Loads } from "./loads.ts";
import { OpenCalls } from "./open-calls.ts";
import { RequestStates } from "./request-state.ts";
import { ResourceWatch } from "./resource-watch.ts";

/** What every way to the gateway shares: the state that outlives a request. */
export interface FrontParts {
  readonly gateway: Gateway;
  readonly instructions: KeptInstructions;
  readonly loads: Loads;
  readonly loadTokens: LoadTokens;
  readonly openCalls: OpenCalls;
  readonly requestStates: RequestStates;
  readonly resourceWatch: ResourceWatch;
  /** The same for clients of a level of trust. */
  under(trust: Trust | undefined): FrontParts;
}

/** Makes the shared parts of a front. */
export function createFrontParts(gateway: Gateway): FrontParts {
  const { store } = gateway;
  const keys = new KeyRing(store);
  const known = new Map<Gateway, FrontParts>();
  const shared = {
    loads: new Loads(store),
    loadTokens: new LoadTokens(keys),
    openCalls: new OpenCalls(),
    requestStates: new RequestStates(keys),
    resourceWatch: new ResourceWatch(),
    under: (trust: Trust | undefined) => partsOf(gateway.under(trust)),
  };
  const partsOf = (one: Gateway): FrontParts => {
    const parts = known.get(one) ?? { ...shared, gateway: one, instructions: new KeptInstructions(one) };
    known.set(one, parts);
    return parts;
  };
  return partsOf(gateway);
}

/** Ends what the shared parts hold. */
export function closeFrontParts({ openCalls }: FrontParts): void {
  openCalls.close();
}
