import { statSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { newestClaim, takeClaim } from "../../src/local/claims.ts";
import { knock } from "../../src/local/knock.ts";
import { type LocalGateway, openLocalGateway } from "../../src/local/local-gateway.ts";
import { type LocalPlace, localPlaceOf } from "../../src/local/local-place.ts";
import { giveUpClaim, reachGateway } from "../../src/local/reach-gateway.ts";
import { temporaryFolder } from "../support/servers.ts";

const HELLO = { config: "digest", workspace: "/w" };
const REACH = { hello: { workspace: "/w" }, digest: () => "digest" };
const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

/** A local gateway inside this test, which answers each client with its workspace. */
async function open(place: LocalPlace): Promise<LocalGateway> {
  const opened = await openLocalGateway({
    place,
    digest: () => "digest",
    serve({ socket, workspace, profile }) {
      if (profile === "none") throw new Error("There is no profile none.");
      socket.on("data", () => socket.write(`${workspace}\n`));
      return async () => undefined;
    },
  });
  if (opened.type === "taken") throw new Error(`taken by ${opened.by.pid}`);
  ending.push(() => opened.gateway.close());
  return opened.gateway;
}

async function servingClaim(place: LocalPlace) {
  const newest = await newestClaim(place);
  if (newest?.claim.state !== "serving") throw new Error("nobody serves");
  return newest.claim;
}

const newPlace = (): Promise<LocalPlace> =>
  localPlaceOf("/a/plimsoll.json", { PLIMSOLL_HOME: temporaryFolder() });

describe("a local gateway", () => {
  it("serves whoever can read its claim, and hands over where the client stands", async () => {
    const place = await newPlace();
    await open(place);
    const reached = await reachGateway({ place, ...REACH });
    if (reached.type !== "attached") throw new Error(reached.type);
    ending.push(() => reached.socket.destroy());
    reached.socket.write("hello\n");
    const [heard] = await new Promise<Buffer[]>((resolve) =>
      reached.socket.once("data", (chunk) => resolve([chunk])),
    );
    expect({ heard: String(heard), pid: reached.pid }).toEqual({ heard: "/w\n", pid: process.pid });
  });

  it("refuses a wrong secret, another config and an unknown profile, and says why", async () => {
    const place = await newPlace();
    await open(place);
    const claim = await servingClaim(place);
    expect(await knock({ ...claim, secret: "guessed" }, { ...HELLO, ask: "serve" })).toMatchObject({
      because: "secret",
    });
    expect(await knock({ ...claim, secret: "guessed" }, { ...HELLO, ask: "stop" })).toMatchObject({
      because: "secret",
    });
    expect(await knock(claim, { ...HELLO, config: "other", ask: "serve" })).toMatchObject({
      because: "config",
    });
    expect(await reachGateway({ place, ...REACH, hello: { workspace: "/w", profile: "none" } })).toEqual({
      type: "unusable",
      reason: "There is no profile none.",
    });
  });

  it.skipIf(process.platform === "win32")("is reachable for its user alone", async () => {
    const place = await newPlace();
    await open(place);
    expect(statSync(place.folder).mode & 0o077).toBe(0);
    expect((await servingClaim(place)).secret).toMatch(/^[0-9a-f]{64}$/);
  });

  it("ends a connection that says anything else than hello, such as a browser's", async () => {
    const place = await newPlace();
    await open(place);
    const { address } = await servingClaim(place);
    for (const said of ["POST / HTTP/1.1\r\n\r\n", `${"x".repeat(200_000)}`, "{}\n"]) {
      const socket = connect(address);
      socket.on("error", () => undefined);
      socket.write(said);
      let heard = "";
      socket.on("data", (chunk) => {
        heard += chunk;
      });
      await new Promise((resolve) => socket.once("close", resolve));
      expect(heard).toBe("");
    }
  });

  it("is the only one of its config; when it has ended, another may be", async () => {
    const place = await newPlace();
    const first = await open(place);
    await expect(open(place)).rejects.toThrow(`taken by ${process.pid}`);
    await first.close();
    expect(await reachGateway({ place, ...REACH })).toEqual({ type: "none" });
    await open(place);
    expect(await newestClaim(place)).toMatchObject({ number: 2, claim: { state: "serving" } });
  });

  it("has its socket elsewhere where the path of its folder is too long for one", async () => {
    const home = join(temporaryFolder(), "a".repeat(100));
    const place = await localPlaceOf("/a/plimsoll.json", { PLIMSOLL_HOME: home });
    await open(place);
    const reached = await reachGateway({ place, ...REACH });
    if (reached.type === "attached") reached.socket.destroy();
    expect(reached.type).toBe("attached");
  });
});

describe("a client", () => {
  it("does not wait for a gateway that says nothing", async () => {
    const place = await newPlace();
    const address = join(place.folder, "silent.sock");
    const silent: Server = createServer(() => undefined).listen(address);
    ending.push(() => silent.close());
    await new Promise((resolve) => silent.once("listening", resolve));
    const claim = {
      state: "serving",
      process: { pid: process.pid, started: "" },
      address,
      secret: "s",
    } as const;
    const knocked = await knock(claim, { ...HELLO, ask: "look" }, 100);
    expect(knocked).toEqual({ type: "silent" });
  });

  it("finds nobody behind a claim whose gateway crashed", async () => {
    const place = await newPlace();
    const address = join(place.folder, "gone.sock");
    const claim = {
      state: "serving",
      process: { pid: process.pid, started: "" },
      address,
      secret: "s",
    } as const;
    expect(await knock(claim, { ...HELLO, ask: "look" })).toEqual({ type: "gone" });
  });
});

describe("a client that may start a gateway", () => {
  it("starts one where none runs, and attaches to it", async () => {
    const place = await newPlace();
    const started: number[] = [];
    const start = (claimed: number): void => {
      started.push(claimed);
      void openLocalGateway({
        place,
        claimed,
        digest: () => "digest",
        serve: () => async () => undefined,
      }).then((opened) => opened.type === "open" && ending.push(() => opened.gateway.close()));
    };
    const reached = await Promise.all(
      Array.from({ length: 10 }, () => reachGateway({ place, ...REACH, start })),
    );
    for (const one of reached) if (one.type === "attached") one.socket.destroy();
    expect(reached.map(({ type }) => type)).toEqual(reached.map(() => "attached"));
    expect(started).toEqual([1]);
  });

  it("hears why the one that it waited for could not serve, and does not start it over and over", async () => {
    const place = await newPlace();
    let starts = 0;
    const start = (number: number): void => {
      starts += 1;
      void giveUpClaim(place, number, "the disk is full.");
    };
    const failed = { type: "unusable", reason: "the disk is full." };
    for (const tries of [1, 2]) {
      expect(await reachGateway({ place, ...REACH, start })).toEqual(failed);
      expect(starts).toBe(tries);
    }
    expect(await reachGateway({ place, ...REACH })).toEqual({ type: "none" });
  });

  it("takes over from one that ended while it was starting a gateway", async () => {
    const place = await newPlace();
    const gone = { pid: 2 ** 22 + 1, started: "1" };
    await takeClaim(place, { number: 5, claim: { state: "starting", process: gone } });
    const started: number[] = [];
    const start = (number: number): void => {
      started.push(number);
      void giveUpClaim(place, number, "enough.");
    };
    await reachGateway({ place, ...REACH, start });
    expect(started).toEqual([6]);
  });
});
