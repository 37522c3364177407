import type { StrategyName } from "../activation/record.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import type { AdapterDriver, DrivenConversation, WireRequest } from "./adapter-driver.ts";
import {
  addServer,
  createConformanceRuntime,
  LOADED,
  ODD_NAMES,
  type RunLog,
} from "./conformance-runtime.ts";
import { load, type ScriptedStep, scriptFor, use } from "./scripted-conversation.ts";

/** One thing that an adapter must do: to be run by a test runner under its title. It throws where it is not so. */
export interface ConformanceCase {
  readonly title: string;
  run(): Promise<void>;
}

/**
 * What every adapter must do, whatever it speaks to: `for (const { title, run } of adapterConformance(driver))
 * test(title, run)`.
 */
export function adapterConformance(driver: AdapterDriver): readonly ConformanceCase[] {
  return driver.strategies.flatMap((strategy) => {
    const named = (title: string, run: () => Promise<void>): ConformanceCase => ({
      title: `${driver.name}, ${strategy}: ${title}`,
      run,
    });
    return [
      named("what was sent stays sent, over 30 steps and 12 loads", () => checkSent(driver, strategy)),
      named("a conversation that was stored goes on with the same bytes", () =>
        checkStored(driver, strategy),
      ),
      named("a tool that is loaded comes before the model", () => checkLoaded(driver, strategy)),
      named("every name comes back as the tool it was sent for", () => checkNames(driver, strategy)),
      named("a wrong call is repaired in one trip", () => checkRepair(driver, strategy)),
      named("nothing of the records reaches the provider", () => checkRecords(driver, strategy)),
    ];
  });
}

/** After loads, after calls, as the user speaks again, as a server comes and once it has come. */
const RESTARTS: readonly number[] = [1, 4, 11, 16, 20, 21];

async function checkSent(driver: AdapterDriver, strategy: StrategyName): Promise<void> {
  const { requests, log } = await play(driver, strategy);
  for (const [at, later] of requests.entries()) {
    const earlier = requests[at - 1];
    if (earlier !== undefined) checkExtends(later, earlier, strategy, at + 1);
  }
  const ran = new Set(log.map(({ name }) => name));
  const missing = LOADED.filter((name) => !ran.has(name));
  check(missing.length === 0, `these tools were called and did not run: ${missing.join(", ")}`);
}

function checkExtends(later: WireRequest, earlier: WireRequest, strategy: StrategyName, step: number): void {
  check(later.system === earlier.system, `the system prompt changed at step ${step}`);
  const isLonger = strategy === "append" && later.tools.length > earlier.tools.length;
  const kept = isLonger ? later.tools.slice(0, earlier.tools.length) : later.tools;
  check(isEqual(kept, earlier.tools), `the tool array changed at step ${step}`);
  const prefix = later.messages.slice(0, earlier.messages.length);
  check(
    isEqual(prefix, earlier.messages),
    `message ${firstDifference(prefix, earlier.messages)} changed at step ${step}`,
  );
}

async function checkStored(driver: AdapterDriver, strategy: StrategyName): Promise<void> {
  const through = await play(driver, strategy);
  const stored = await play(driver, strategy, RESTARTS);
  const differs = stored.requests.findIndex(
    (request, at) => canonicalJson(request) !== canonicalJson(through.requests[at]),
  );
  const last = RESTARTS.findLast((at) => at <= differs) ?? 0;
  check(differs < 0, `the requests differ after a restart before step ${last + 1}`);
}

/** How a load shows in the next request is all that the strategies differ by. */
async function checkLoaded(driver: AdapterDriver, strategy: StrategyName): Promise<void> {
  const name = "archive_branch";
  const conversation = driver.open(createConformanceRuntime(strategy));
  conversation.say("Archive the branch.");
  const first = await turn(conversation, load(strategy, name), "load");
  const second = await turn(conversation, use(strategy, name), "use");
  const said = second.messages.slice(first.messages.length).join("\n");
  const [isFirst, isSecond] = [first, second].map(({ tools }) => tools.map(nameIn).includes(name));
  switch (strategy) {
    case "all":
      return check(isFirst === true, `${name} is not in the array`);
    case "append":
      check(isFirst === false, `${name} is in the array before it was loaded`);
      return check(isSecond === true, `${name} was loaded and is not in the array`);
    case "bridge":
      check(isSecond === false, `${name} is in the array`);
      return check(said.includes("id: string"), `${name} was found and its signature is not told`);
    default:
      // A definition, or a reference to one that is declared: either way under some key that ends in "name".
      return check(
        new RegExp(`name"\\s*:\\s*"${name}"`, "i").test(said),
        `${name} was loaded and is not revealed`,
      );
  }
}

async function checkNames(driver: AdapterDriver, strategy: StrategyName): Promise<void> {
  const log: RunLog = [];
  const runtime = createConformanceRuntime(strategy, log);
  const conversation = driver.open(runtime);
  conversation.say("Use them all.");
  const entries = runtime.catalog.snapshot().entries();
  for (const [at, name] of ODD_NAMES.entries()) {
    const entry = entries.find((one) => one.name === `forge/${name}`);
    check(entry !== undefined, `${name} is not in the catalog`);
    const wireName = entry?.wireName ?? "";
    check(/^[A-Za-z0-9_-]{1,64}$/.test(wireName), `${JSON.stringify(wireName)} is no name for a provider`);
    await turn(conversation, load(strategy, wireName), `l${at}`);
    await turn(conversation, use(strategy, wireName, { id: wireName }), `u${at}`);
    check(log.at(-1)?.name === name, `a call of ${wireName} did not reach ${name}`);
  }
  const last = await turn(conversation, use(strategy, "read"), "end");
  const declared = last.tools.map(nameIn);
  const doubled = declared.filter((name, at) => name !== "" && declared.indexOf(name) !== at);
  check(doubled.length === 0, `two definitions of one name: ${doubled.join(", ")}`);
}

async function checkRepair(driver: AdapterDriver, strategy: StrategyName): Promise<void> {
  const log: RunLog = [];
  const conversation = driver.open(createConformanceRuntime(strategy, log));
  conversation.say("Archive the invoice.");
  await turn(conversation, use(strategy, "archive_invoce", { id: "1" }), "a");
  const told = await turn(conversation, use(strategy, "archive_invoice", { note: 7 }), "b");
  const answer = told.messages.join("\n");
  check(answer.includes("archive_invoice"), "a misspelt call is not told the right name");
  check(answer.includes("required"), "a misspelt call is not told the schema");
  check(log.length === 0, "a misspelt call was run");
  const refused = await turn(conversation, use(strategy, "archive_invoice", { id: "1" }), "c");
  check(
    refused.messages.slice(told.messages.length).join("\n").includes("id"),
    "an ill-argued call is not told what was wrong",
  );
  check(log.length === 1 && log[0]?.name === "archive_invoice", "the repaired call did not run");
}

async function checkRecords(driver: AdapterDriver, strategy: StrategyName): Promise<void> {
  const { requests } = await play(driver, strategy);
  const sent = JSON.stringify(requests.at(-1));
  for (const word of ["schemaHash", "firstUseAt", "keepWhole", '"opening"', "antiFallback"]) {
    check(!sent.includes(JSON.stringify(word).slice(1, -1)), `${word} reached the provider`);
  }
}

/** Plays the script, with restarts before the steps at these places. */
async function play(
  driver: AdapterDriver,
  strategy: StrategyName,
  restarts: readonly number[] = [],
): Promise<{ readonly requests: readonly WireRequest[]; readonly log: RunLog }> {
  const log: RunLog = [];
  let runtime = createConformanceRuntime(strategy, log);
  let conversation = driver.open(runtime);
  let hasCome = false;
  conversation.say("Archive everything.");
  const requests: WireRequest[] = [];
  for (const [at, { say, serverComes, reply }] of scriptFor(strategy).entries()) {
    if (restarts.includes(at)) {
      runtime = createConformanceRuntime(strategy, log);
      if (hasCome) comes(runtime, log);
      conversation = driver.open(runtime, JSON.parse(JSON.stringify(conversation.save())));
    }
    if (serverComes === true) {
      hasCome = true;
      comes(runtime, log);
    }
    if (say !== undefined) conversation.say(say);
    requests.push(await conversation.turn(reply));
  }
  return { requests, log };
}

function comes(runtime: Parameters<typeof addServer>[0], log: RunLog): void {
  addServer(runtime, "harbour", ["dock", "cast_off"], log);
}

function turn(
  conversation: DrivenConversation,
  call: Omit<ScriptedStep["reply"]["calls"][number], "id">,
  id: string,
): Promise<WireRequest> {
  return conversation.turn({ text: "Next.", calls: [{ id, ...call }] });
}

/** The name of a definition; some providers have it one level down. */
function nameIn(definition: string): string {
  const { name, function: inner } = Object(JSON.parse(definition));
  return String(name ?? Object(inner).name ?? "");
}

function check(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(`${otherwise}.`);
}

function isEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, at) => text === others[at]);
}

function firstDifference(some: readonly string[], others: readonly string[]): number {
  return others.findIndex((text, at) => text !== some[at]) + 1;
}
