import { derive, fromSessionState, type SessionState, toSessionState } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aCatalog, aTool } from "../fixtures.ts";

const snapshot = aCatalog([aTool("merge"), aTool("pay")]).snapshot();
const state: SessionState = {
  loadedLazyTools: ["pay", "merge"],
  loadedAtTurn: { pay: 2, merge: 3 },
  searchHistory: [{ turn: 2, query: "pay a bill", loaded: ["pay"] }],
};

describe("state beside a transcript", () => {
  test("what is imported is exported again", () => {
    const activation = derive([fromSessionState(state, snapshot)], snapshot);
    expect(toSessionState(activation)).toEqual(state);
    expect(activation.turn).toBe(3);
    expect(activation.loaded.map(({ standing }) => standing)).toEqual(["current", "current"]);
  });

  test("the schema of the day of import is assumed, and a later change is noticed", () => {
    const handover = fromSessionState(state, snapshot);
    const later = aCatalog([aTool("merge", { description: "Other words" }), aTool("pay")]).snapshot();
    expect(derive([handover], later).loaded.map(({ name, standing }) => [name, standing])).toEqual([
      ["pay", "current"],
      ["merge", "changed"],
    ]);
  });

  test("a name that the catalog does not know yet counts once it does", () => {
    const handover = fromSessionState({ ...state, loadedLazyTools: ["deploy"] }, snapshot);
    expect(derive([handover], snapshot).loaded).toEqual([]);
    const later = aCatalog([aTool("deploy")]).snapshot();
    expect(derive([handover], later).loaded).toMatchObject([{ name: "deploy", standing: "current" }]);
  });

  test("more searches than a call takes arguments are imported", () => {
    const searchHistory = Array.from({ length: 300_000 }, (_, at) => ({ turn: at, query: "x", loaded: [] }));
    expect(fromSessionState({ ...state, searchHistory }, snapshot).turns).toBe(299_999);
  });

  test("a tool may have the name of something that every object has", () => {
    const odd = aCatalog([aTool("constructor")]).snapshot();
    const handover = fromSessionState({ ...state, loadedLazyTools: ["constructor"] }, odd);
    expect(derive([handover], odd).loaded).toMatchObject([{ name: "constructor", at: 0 }]);
    expect(handover.turns).toBe(2);
  });

  test.each([
    [null, "loadedLazyTools"],
    [{ ...state, loadedLazyTools: [1] }, "loadedLazyTools"],
    [{ ...state, loadedAtTurn: { pay: "two" } }, "loadedAtTurn"],
    [{ ...state, searchHistory: [{ query: 7 }] }, "searchHistory"],
  ])("%j is refused with the field that is wrong", (wrong, field) => {
    expect(() => fromSessionState(wrong as unknown as SessionState, snapshot)).toThrow(field);
  });
});
