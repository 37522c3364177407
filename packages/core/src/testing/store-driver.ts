import type { Store } from "../catalog/store.ts";

/** How the conformance suite is given stores: ten lines an implementer writes. */
export interface StoreDriver {
  readonly name: string;
  /** State that nobody else uses, empty. */
  open(): Promise<DrivenState>;
}

/** One state, and ways into it. */
export interface DrivenState {
  /** Another handle on the state, as another replica would have it; the same one where a store has no replicas. */
  replica(): Promise<Store>;
  /** Closes every handle, and takes the state away. */
  dispose(): Promise<void>;
}
