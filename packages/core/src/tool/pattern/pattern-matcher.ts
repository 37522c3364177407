import { spendEffort } from "../checking/effort.ts";
import { createSymbols } from "./character-kinds.ts";
import type { PatternProgram } from "./pattern-program.ts";
import type { Assertion } from "./pattern-tree.ts";

/** Whether a pattern matches somewhere in a text. */
export type Matcher = (text: string) => boolean;

/** What stands before a place: nothing, a word character, or another one. */
type Before = "start" | "word" | "other";

/** All instructions that a text may have led to; where a symbol leads on from there is worked out once. */
interface State {
  readonly reached: readonly number[];
  readonly before: Before;
  readonly following: (State | boolean | undefined)[];
  matchesAtEnd?: boolean;
}

// A step that is remembered costs much less than one that must be worked out.
const STEPS_A_UNIT = 8;
const MAX_STATES = 64;
const MAX_REMEMBERED = 4_096;

/**
 * Runs an automaton over texts: all its ways at once, and what they come to is remembered from text to text.
 * Texts are read as code points, as the flag `u` has it.
 */
export function createMatcher(program: PatternProgram): Matcher {
  const { instructions, start, kinds } = program;
  const symbols = createSymbols(kinds);
  const isAnchored = startsAnchored(program);
  const seesWords = instructions.some((one) => one.type === "assertion" && /boundary/.test(one.holds));
  let states = new Map<string, State>();
  let first: State | undefined;
  let remembered = 0;

  const stateOf = (reached: readonly number[], before: Before): State => {
    const key = `${before}${reached.join()}`;
    let state = states.get(key);
    if (state === undefined) {
      if (states.size >= MAX_STATES || remembered > MAX_REMEMBERED) {
        states = new Map();
        first = undefined;
        remembered = 0;
      }
      state = { reached, before, following: [] };
      states.set(key, state);
      remembered += reached.length;
    }
    return state;
  };

  // The characters that may come next, or that the pattern has matched; `after` is a symbol, or the end.
  const expand = ({ reached, before }: State, after: number | undefined): number[] | "matched" => {
    const seen = new Set<number>(reached);
    const characters: number[] = [];
    // A set is walked in the order of arrival, also over what is added on the way.
    for (const at of seen) {
      const instruction = instructions[at];
      if (instruction === undefined || instruction.type === "match") return "matched";
      if (instruction.type === "character") characters.push(at);
      else if (instruction.type === "fork") seen.add(instruction.first).add(instruction.second);
      else if (holds(instruction.holds, before, after)) seen.add(instruction.next);
    }
    spendEffort(seen.size);
    return characters;
  };

  const holds = (assertion: Assertion, before: Before, after: number | undefined): boolean => {
    if (assertion === "start") return before === "start";
    if (assertion === "end") return after === undefined;
    const isBoundary = (before === "word") !== (after !== undefined && symbols.isWord(after));
    return isBoundary === (assertion === "boundary");
  };

  const follow = (state: State, symbol: number): State | boolean => {
    const characters = expand(state, symbol);
    if (characters === "matched") return true;
    const next = new Set<number>(isAnchored ? [] : [start]);
    for (const at of characters) {
      const instruction = instructions[at];
      if (instruction?.type === "character" && symbols.isOf(symbol, instruction.kind))
        next.add(instruction.next);
    }
    if (next.size === 0) return false;
    return stateOf(
      [...next].sort((a, b) => a - b),
      seesWords && symbols.isWord(symbol) ? "word" : "other",
    );
  };

  return (text) => {
    spendEffort(text.length / STEPS_A_UNIT);
    first ??= stateOf([start], "start");
    let state = first;
    for (let at = 0; at < text.length; at++) {
      const character = text.codePointAt(at) ?? 0;
      if (character > 0xffff) at++;
      const symbol = symbols.symbolOf(character);
      let next = state.following[symbol];
      if (next === undefined) {
        next = follow(state, symbol);
        state.following[symbol] = next;
      }
      if (typeof next === "boolean") return next;
      state = next;
    }
    state.matchesAtEnd ??= expand(state, undefined) === "matched";
    return state.matchesAtEnd;
  };
}

/** Whether a pattern can match at the start of a text only. */
export function startsAnchored({ instructions, start }: PatternProgram): boolean {
  const seen = new Set([start]);
  for (const at of seen) {
    const instruction = instructions[at];
    if (instruction?.type === "fork") seen.add(instruction.first).add(instruction.second);
    else if (instruction?.type !== "assertion") return false;
    else if (instruction.holds !== "start") seen.add(instruction.next);
  }
  return true;
}
