import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addHop,
  checkHops,
  createGatewayId,
  HOPS_HEADER,
  HOPS_KEY,
  toHopsHeader,
} from "../../src/upstream/hops.ts";

const withHops = (meta: Record<string, unknown> | undefined, id: string) => ({
  ...meta,
  [HOPS_KEY]: addHop({ meta }, id),
});

describe("a request", () => {
  it("that has passed no gateway may go on", () => {
    expect(checkHops({}, "me")).toBeUndefined();
    expect(checkHops({ headers: new Headers(), meta: { progressToken: 1 } }, "me")).toBeUndefined();
  });

  it("that has passed this very gateway is refused, and the reason says what to remove", () => {
    const reason = "This request has come back to a gateway that it has passed";
    expect(checkHops({ meta: withHops(undefined, "me") }, "me")).toContain(reason);
    expect(checkHops({ headers: new Headers(toHopsHeader(["me"])) }, "me")).toContain(reason);
    expect(checkHops({ meta: withHops(withHops({}, "me"), "other") }, "me")).toContain("Remove one");
  });

  it("passes five gateways, and not a sixth, whatever carries the marks", () => {
    const gateways = Array.from({ length: 6 }, createGatewayId);
    let meta: Record<string, unknown> = { traceparent: "kept" };
    let header: Record<string, string> = {};
    const answers = gateways.map((id) => {
      const refused = [checkHops({ meta }, id), checkHops({ headers: new Headers(header) }, id)];
      header = toHopsHeader(addHop({ headers: new Headers(header) }, id));
      meta = withHops(meta, id);
      return refused;
    });
    expect(answers.slice(0, 5)).toEqual(Array(5).fill([undefined, undefined]));
    expect(answers[5]).toEqual(Array(2).fill(expect.stringContaining("has passed 5 gateways")));
    expect(meta).toMatchObject({ traceparent: "kept", [HOPS_KEY]: gateways });
  });

  it("never goes round for ever, whichever way gateways list each other", () => {
    // Each gateway hands a request on to another one: any such map has a round somewhere.
    const maps = fc.array(fc.nat({ max: 6 }), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(maps, fc.nat({ max: 6 }), (next, first) => {
        let at = first;
        let meta: Record<string, unknown> = {};
        for (let hops = 0; hops <= 5; hops += 1) {
          if (checkHops({ meta }, `g${at}`) !== undefined) return;
          meta = withHops(meta, `g${at}`);
          at = next[at] ?? 0;
        }
        expect.unreachable("The request goes on and on.");
      }),
    );
  });

  it("with marks that are none is not held up, nor does it grow", () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (value, text) => {
        const headers = new Headers();
        const printable = text.replace(/[^\x20-\x7e]/g, "");
        headers.set(HOPS_HEADER, printable);
        const marks = { headers, meta: { [HOPS_KEY]: value } };
        const reason = checkHops(marks, createGatewayId());
        expect(reason === undefined || reason.includes("5 gateways")).toBe(true);
        expect(toHopsHeader(addHop(marks, "me"))[HOPS_HEADER]?.length).toBeLessThan(500);
      }),
    );
  });
});
