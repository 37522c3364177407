import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { NumberedClaim } from "./claim.ts";
import { newestClaim, rewriteClaim, takeClaim } from "./claims.ts";
import type { Hello } from "./hello.ts";
import { knock } from "./knock.ts";
import type { LocalPlace } from "./local-place.ts";
import { isRunning, ownIdentity } from "./process-identity.ts";

const LOOK_AGAIN_MS = 50;
// A config that was just written is read by a running gateway a moment later.
const RELOAD_MS = 3_000;
const START_MS = 30_000;

/** How a client looks for the local gateway of its config. */
export interface ReachOptions {
  readonly place: LocalPlace;
  readonly hello: Omit<Hello, "secret" | "ask" | "config">;
  /** Of the config as a gateway reads it that serves HTTP there, or nowhere. */
  readonly digest: (url: string | undefined) => string;
  /** Starts a gateway in the background for the claim of this number; without it, none is started. */
  readonly start?: ((number: number) => void) | undefined;
}

/** What came of it. */
export type Reached =
  | { readonly type: "attached"; readonly socket: Socket; readonly pid: number }
  | { readonly type: "none" } // none runs, and none was to be started
  | { readonly type: "unusable"; readonly reason: string }; // continues "… cannot be used: "

/** Attaches to the local gateway of a config; where none runs, and one is to be started, to that one. */
export async function reachGateway(options: ReachOptions): Promise<Reached> {
  const { place, start } = options;
  const begun = performance.now();
  let awaited: number | undefined;
  for (;;) {
    const newest = await newestClaim(place);
    const looked = await look(newest, options);
    if (looked.type === "attached") return looked;
    const number = newest?.number ?? 0;
    const plan = planNext(looked, {
      isAwaited: number === awaited,
      mayStart: start !== undefined,
      waitedMs: performance.now() - begun,
    });
    if (plan.type === "none" || plan.type === "unusable") return plan;
    if (looked.type === "starting") awaited = number;
    if (plan.type === "start" && (await claimStart(place, number + 1))) {
      awaited = number + 1;
      start?.(awaited);
    }
    await delay(LOOK_AGAIN_MS);
  }
}

/** What a client does next, from what it has just seen. */
function planNext(
  looked: Exclude<Looked, { type: "attached" }>,
  { isAwaited, mayStart, waitedMs }: Waiting,
): Extract<Reached, { type: "none" | "unusable" }> | { readonly type: "start" | "wait" } {
  if (looked.type === "refused") {
    return looked.mayChange && waitedMs < RELOAD_MS ? { type: "wait" } : unusable(looked.reason);
  }
  // Of one that failed before this client came, another try may be worth it.
  if (looked.type === "failed" && isAwaited) return unusable(looked.reason);
  if (waitedMs >= START_MS) return unusable("it took too long to start.");
  if (looked.type === "starting") return { type: "wait" };
  return { type: mayStart ? "start" : "none" };
}

interface Waiting {
  /** The newest claim is the one that this client made, or has seen starting. */
  readonly isAwaited: boolean;
  readonly mayStart: boolean;
  readonly waitedMs: number;
}

function unusable(reason: string): Reached & { readonly type: "unusable" } {
  return { type: "unusable", reason };
}

async function claimStart(place: LocalPlace, number: number): Promise<boolean> {
  return takeClaim(place, { number, claim: { state: "starting", process: await ownIdentity() } });
}

/** Says that the gateway that was to be started for a claim cannot serve; nothing, where it serves or another does. */
export async function giveUpClaim(place: LocalPlace, number: number, reason: string): Promise<void> {
  const newest = await newestClaim(place);
  if (newest?.number !== number || newest.claim.state !== "starting") return;
  await rewriteClaim(place, { number, claim: { state: "failed", reason } });
}

type Looked =
  | Extract<Reached, { type: "attached" }>
  | { readonly type: "none" }
  | { readonly type: "starting" }
  | { readonly type: "failed"; readonly reason: string }
  | { readonly type: "refused"; readonly reason: string; readonly mayChange: boolean };

async function look(newest: NumberedClaim | undefined, { hello, digest }: ReachOptions): Promise<Looked> {
  if (newest === undefined) return { type: "none" };
  const { claim } = newest;
  switch (claim.state) {
    case "ended":
      return { type: "none" };
    case "failed":
      return { type: "failed", reason: claim.reason };
    case "starting":
      return { type: (await isRunning(claim.process)) ? "starting" : "none" };
    case "serving": {
      const knocked = await knock(claim, { ...hello, config: digest(claim.url), ask: "serve" });
      switch (knocked.type) {
        case "welcome":
          return { type: "attached", socket: knocked.socket, pid: knocked.pid };
        case "gone":
          return { type: "none" };
        case "silent":
          return { type: "refused", reason: "it does not answer.", mayChange: false };
        case "refused":
          return { type: "refused", reason: knocked.message, mayChange: knocked.because === "config" };
      }
    }
  }
}
