import { randomBytes } from "node:crypto";
import type { Claim } from "./claim.ts";
import { holderOf } from "./claim-holder.ts";
import { isNewest, newestClaim, rewriteClaim, takeClaim } from "./claims.ts";
import { type DoorOptions, LocalDoor } from "./local-door.ts";
import { type LocalPlace, newAddress } from "./local-place.ts";
import { ownIdentity, type ProcessIdentity } from "./process-identity.ts";

/** What the local gateway of a config is made from. */
export interface LocalGatewayOptions extends Omit<DoorOptions, "secret"> {
  readonly place: LocalPlace;
  /** The number of the claim that this process was started for; without it, a new one is made. */
  readonly claimed?: number | undefined;
  /** Where it serves HTTP, if it does. */
  readonly url?: string | undefined;
}

/** This process as the gateway that clients of the machine attach to. */
export interface LocalGateway {
  /** Settles when it is asked to stop, or has had no client for so long. */
  ended(idleMs?: number): Promise<void>;
  /** Takes no more clients, and ends those it has. May be called twice. */
  close(): Promise<void>;
}

/** How opening one ended. */
export type OpenedLocally =
  | { readonly type: "open"; readonly gateway: LocalGateway }
  | { readonly type: "taken"; readonly by: ProcessIdentity };

/** Becomes the local gateway of a config, unless another process is that already. */
export async function openLocalGateway(options: LocalGatewayOptions): Promise<OpenedLocally> {
  const { place, claimed, url } = options;
  const address = await newAddress(place);
  const secret = randomBytes(32).toString("hex");
  const door = new LocalDoor({ ...options, secret });
  await door.listen(address);
  const own = await ownIdentity();
  const made = await makeClaim(place, claimed, {
    state: "serving",
    process: own,
    address,
    secret,
    ...(url === undefined ? {} : { url }),
  });
  if (typeof made !== "number") {
    await door.close();
    return { type: "taken", by: made };
  }
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    // First the claim, so that a client that finds the door closed knows that another one may be started.
    if (await isNewest(place, made)) await rewriteClaim(place, { number: made, claim: { state: "ended" } });
    await door.close();
  };
  const gateway: LocalGateway = {
    ended: (idleMs) => door.ended(idleMs),
    close() {
      closing ??= end();
      return closing;
    },
  };
  return { type: "open", gateway };
}

/** The number of the claim that was made, or who has one already. */
async function makeClaim(
  place: LocalPlace,
  claimed: number | undefined,
  claim: Claim,
): Promise<number | ProcessIdentity> {
  if (claimed !== undefined && (await isNewest(place, claimed))) {
    await rewriteClaim(place, { number: claimed, claim });
    return claimed;
  }
  for (;;) {
    const newest = await newestClaim(place);
    const holder = newest === undefined ? undefined : await holderOf(newest);
    if (holder !== undefined) return holder;
    const number = (newest?.number ?? 0) + 1;
    if (await takeClaim(place, { number, claim })) return number;
  }
}
