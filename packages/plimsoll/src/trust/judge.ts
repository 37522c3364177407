import type { Trust } from "@plimsoll/core";
import { type Definition, keyOf, labelOf } from "./definition.ts";
import type { Decision, Ledger } from "./ledger.ts";
import type { Relation } from "./relation.ts";
import { hintedRisk, whatRose } from "./risk-of.ts";
import type { SeenServer } from "./seen-server.ts";
import type { Suspicion } from "./suspicion.ts";

// Servers that are listed for the first time together are: which of them came a moment earlier is chance.
const TOGETHER_MS = 600_000;

/** A server with its ledger, as it stands beside the others. */
export interface KnownServer {
  readonly seen: SeenServer;
  readonly ledger: Ledger;
}

/** How a definition stands to a tool of another server that is there too. */
export interface KnownRelation extends Relation {
  readonly to: KnownServer;
}

/** What was found about a definition, whatever the level of trust. */
export interface Finding {
  readonly definition: Definition;
  /** What was decided on this very definition. */
  readonly decision: Decision | undefined;
  /** Whether another definition of the same thing is trusted. */
  readonly isKnown: boolean;
  readonly suspicions: readonly Suspicion[];
}

/** Why a definition is held under a level of trust; nothing, where it may reach a model. */
export function whyHeld({ decision, isKnown, suspicions }: Finding, trust: Trust): readonly Suspicion[] {
  if (decision?.type === "approved") return [];
  if (decision?.type === "rejected")
    return [{ type: "rejected", says: "an operator rejected it" }, ...suspicions];
  if (trust === "first-use") return suspicions;
  const waiting: Suspicion = isKnown
    ? { type: "changed", says: "it is another than the one that was approved" }
    : { type: "new", says: "nobody has approved it yet" };
  return [...suspicions, waiting];
}

/** Looks at everything that a server offers. Pure: the same world gives the same findings in every process. */
export function findAbout(
  server: KnownServer,
  relations: readonly KnownRelation[],
  isClassed: (tool: string) => boolean,
): readonly Finding[] {
  const { seen, ledger } = server;
  const related = new Map<Definition, KnownRelation[]>();
  for (const relation of relations) {
    const known = related.get(relation.definition);
    if (known === undefined) related.set(relation.definition, [relation]);
    else known.push(relation);
  }
  return seen.definitions.map((definition) => {
    const item = itemOf(ledger, definition);
    const decision = decisionOf(ledger, definition);
    const rise = decision === undefined && !isClassed(definition.name) ? riseOf(definition, item?.item) : [];
    return {
      definition,
      decision,
      isKnown: item?.item !== undefined,
      suspicions: [
        ...(seen.suspicions.get(definition) ?? []),
        ...rise,
        ...(related.get(definition) ?? []).flatMap((relation) => toSuspicion(server, relation)).slice(0, 1),
      ],
    };
  });
}

/** What a ledger has on a thing that a server offers. */
export function itemOf({ items }: Ledger, definition: Definition): Ledger["items"][string] | undefined {
  const key = keyOf(definition);
  return Object.hasOwn(items, key) ? items[key] : undefined;
}

function decisionOf(ledger: Ledger, definition: Definition): Decision | undefined {
  const decisions = itemOf(ledger, definition)?.decisions ?? {};
  // What could not be hashed is nothing that anybody has read.
  return definition.hash !== "" && Object.hasOwn(decisions, definition.hash)
    ? decisions[definition.hash]
    : undefined;
}

function riseOf({ kind, item }: Definition, before: unknown): readonly Suspicion[] {
  if (kind !== "tool" || before === undefined) return [];
  const rose = whatRose(hintedRisk(before), hintedRisk(item));
  return rose === undefined ? [] : [{ type: "risk-rose", says: `its risk rose ${rose}` }];
}

function toSuspicion(server: KnownServer, relation: KnownRelation): readonly Suspicion[] {
  const { type, definition, other, to } = relation;
  const name = other === undefined ? to.seen.id : labelOf(to.seen.id, other);
  if (type === "poses") {
    return [{ type: "look-alike", says: `its name says that it is a tool of the server ${name}` }];
  }
  if (other === undefined) return [];
  const [mine, theirs] = [firstSeen(server, definition), firstSeen(to, other)];
  if (type === "names") {
    // What was trusted long before the other tool came cannot have been about it.
    const since = decisionOf(server.ledger, definition)?.at ?? Number.POSITIVE_INFINITY;
    if (since + TOGETHER_MS < theirs) return [];
    return [{ type: "names-other", says: `it speaks of ${name}, a tool of another server` }];
  }
  if (type === "same-name") {
    const isLater =
      itemOf(server.ledger, definition) === undefined && server.ledger.since + TOGETHER_MS < mine;
    return isLater ? [{ type: "look-alike", says: `it has come to be called as ${name} is` }] : [];
  }
  if (isOriginal(mine, theirs, definition.name, other.name)) return [];
  return [{ type: "look-alike", says: `it is easily taken for ${name}` }];
}

/** Of two that look alike, the older is the original; of two that came together, the one in plainer letters, or neither. */
function isOriginal(mine: number, theirs: number, name: string, other: string): boolean {
  if (mine + TOGETHER_MS < theirs) return true;
  if (theirs + TOGETHER_MS < mine) return false;
  return oddnessOf(name) < oddnessOf(other);
}

/** How many characters of a name are no Latin letters. */
function oddnessOf(name: string): number {
  return name.replace(/[A-Za-z_-]/g, "").length;
}

/** Now, for what nobody has accepted yet. */
function firstSeen({ ledger, seen }: KnownServer, definition: Definition): number {
  return itemOf(ledger, definition)?.firstSeen ?? seen.listing.listedAt;
}
