import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Claim } from "../../src/local/claim.ts";
import { isNewest, newestClaim, rewriteClaim, takeClaim } from "../../src/local/claims.ts";
import type { LocalPlace } from "../../src/local/local-place.ts";
import { localPlaceOf } from "../../src/local/local-place.ts";
import { temporaryFolder } from "../support/servers.ts";

const ENDED: Claim = { state: "ended" };
const starting = (pid: number): Claim => ({ state: "starting", process: { pid, started: "1" } });
const newPlace = (): Promise<LocalPlace> =>
  localPlaceOf("/a/plimsoll.json", { PLIMSOLL_HOME: temporaryFolder() });

describe("claims", () => {
  it("lets one of many who try at the same moment have a number, and shows the others all of it", async () => {
    const place = await newPlace();
    for (let number = 1; number <= 5; number++) {
      const tried = Array.from({ length: 20 }, (_, pid) =>
        takeClaim(place, { number, claim: starting(pid) }),
      );
      const won = (await Promise.all(tried)).flatMap((isWon, pid) => (isWon ? [pid] : []));
      expect(won).toHaveLength(1);
      expect(await newestClaim(place)).toEqual({ number, claim: starting(won[0] ?? -1) });
    }
  });

  it("keeps the newest one alone, also after its gateway has ended, and leaves nothing half written", async () => {
    const place = await newPlace();
    expect(await newestClaim(place)).toBeUndefined();
    await takeClaim(place, { number: 1, claim: starting(1) });
    await rewriteClaim(place, { number: 1, claim: ENDED });
    await takeClaim(place, { number: 2, claim: starting(2) });
    await rewriteClaim(place, { number: 2, claim: ENDED });
    expect(readdirSync(place.folder)).toEqual([`${place.id}.2.json`]);
    expect(await newestClaim(place)).toEqual({ number: 2, claim: ENDED });
    expect(await isNewest(place, 2)).toBe(true);
    expect(await isNewest(place, 1)).toBe(false);
  });

  it("removes the socket that a crashed gateway has left behind", async () => {
    const place = await newPlace();
    const address = join(place.folder, `${place.id}-x.sock`);
    writeFileSync(address, "");
    const process = { pid: 1, started: "1" };
    await takeClaim(place, { number: 1, claim: { state: "serving", process, address, secret: "s" } });
    await takeClaim(place, { number: 2, claim: starting(2) });
    expect(readdirSync(place.folder)).toEqual([`${place.id}.2.json`]);
  });

  it.skipIf(process.platform === "win32")(
    "are closed to other users, also where the folder was open",
    async () => {
      const home = temporaryFolder();
      mkdirSync(join(home, "local"), { mode: 0o755 });
      const place = await localPlaceOf("/a/plimsoll.json", { PLIMSOLL_HOME: home });
      await takeClaim(place, { number: 1, claim: starting(1) });
      expect(statSync(place.folder).mode & 0o777).toBe(0o700);
      expect(statSync(join(place.folder, `${place.id}.1.json`)).mode & 0o777).toBe(0o600);
    },
  );

  it("takes what is no claim for one that has ended, whatever it is", async () => {
    const place = await newPlace();
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        writeFileSync(join(place.folder, `${place.id}.7.json`), text);
        expect(await newestClaim(place)).toEqual({ number: 7, claim: ENDED });
      }),
      { numRuns: 50 },
    );
  });
});
