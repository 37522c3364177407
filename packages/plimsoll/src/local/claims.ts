import { randomBytes } from "node:crypto";
import { link, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Claim, type NumberedClaim, parseClaim } from "./claim.ts";
import type { LocalPlace } from "./local-place.ts";

/*
 * Claims are numbered files that are only ever added to. Whoever finds that the newest one has nobody behind it makes
 * the next number, and the file system lets one of all those who try make it. Nothing is removed to be made again, so
 * that nobody can take away what another has just made in the belief that it is the old one: a file is removed only
 * when one with a higher number stands, and the highest stays, also when its gateway has ended.
 */

/** The claim that counts, or nothing where there never was one. */
export async function newestClaim(place: LocalPlace): Promise<NumberedClaim | undefined> {
  for (;;) {
    const number = Math.max(0, ...(await claimNumbers(place)));
    if (number === 0) return undefined;
    const text = await readIfThere(toFile(place, number));
    // It was removed since it was seen: a newer one stands.
    if (text !== undefined) return { number, claim: parseClaim(text) };
  }
}

/** Makes a claim, and answers whether that number was still free; older ones are then removed. */
export async function takeClaim(place: LocalPlace, { number, claim }: NumberedClaim): Promise<boolean> {
  const draft = await writeDraft(place, claim);
  try {
    // A link, because it fails where the name is taken, and shows the whole text at once where it is not.
    await link(draft, toFile(place, number));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await removeOlder(place, number);
  return true;
}

/** Writes another claim over one's own. */
export async function rewriteClaim(place: LocalPlace, { number, claim }: NumberedClaim): Promise<void> {
  await rename(await writeDraft(place, claim), toFile(place, number));
}

/** Whether nobody has made a newer claim. */
export async function isNewest(place: LocalPlace, number: number): Promise<boolean> {
  return number === Math.max(0, ...(await claimNumbers(place)));
}

async function claimNumbers({ folder, id }: LocalPlace): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => {
    const [own, number, kind, ...rest] = name.split(".");
    return own === id && kind === "json" && rest.length === 0 && /^\d+$/.test(number ?? "")
      ? [Number(number)]
      : [];
  });
}

async function removeOlder(place: LocalPlace, number: number): Promise<void> {
  const older = (await claimNumbers(place)).filter((other) => other < number);
  for (const other of older) {
    const claim = parseClaim((await readIfThere(toFile(place, other))) ?? "");
    // A gateway that crashed has left its socket behind.
    if (claim.state === "serving") await rm(claim.address, { force: true }).catch(() => undefined);
    await rm(toFile(place, other), { force: true });
  }
}

async function writeDraft({ folder, id }: LocalPlace, claim: Claim): Promise<string> {
  const draft = join(folder, `${id}.${randomBytes(8).toString("hex")}.draft`);
  await writeFile(draft, JSON.stringify(claim), { mode: 0o600, flag: "wx" });
  return draft;
}

function toFile({ folder, id }: LocalPlace, number: number): string {
  return join(folder, `${id}.${number}.json`);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
