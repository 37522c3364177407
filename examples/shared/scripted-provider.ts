import assert from "node:assert/strict";
import { Socket } from "node:net";
import { type Asked, type Move, messages, responses, type Wire } from "./wires.ts";

/** What a model does in a conversation, step by step, having read what its last calls answered. */
export type Script = readonly ((told: string) => Move)[];

const WIRES: Readonly<Record<string, Wire>> = {
  "https://api.anthropic.com/v1/messages": messages,
  "https://api.openai.com/v1/responses": responses,
};
const SHOWN_LINES = 2;
const SHOWN_CHARACTERS = 100;

/**
 * Stands where the network is: whatever a framework asks of a model is answered from the script of that conversation,
 * found by what its user says first. Answers the requests, as they come. Anything else that would leave the process
 * makes the example fail, also where a framework passes over the error.
 */
export function playProvider(scripts: Readonly<Record<string, Script>>): readonly Asked[] {
  const requests: Asked[] = [];
  process.env["ANTHROPIC_API_KEY"] = "none";
  process.env["OPENAI_API_KEY"] = "none";
  Socket.prototype.connect = () => {
    throw report(new Error("A connection is asked for, and there is no network here"));
  };
  globalThis.fetch = async (input, init) => {
    try {
      const address = input instanceof Request ? input.url : String(input);
      const wire = WIRES[address];
      assert(wire, `${address} is asked for, and there is no network here`);
      const body = String(init?.body);
      const asked = wire.read(JSON.parse(body));
      assert(body.includes(`"tools":${asked.tools}`), "what is compared is what is sent");
      requests.push(asked);
      const move = scripts[asked.user]?.[asked.step]?.(asked.told);
      assert(move, `the script has no step ${asked.step} for "${asked.user}"`);
      print(asked, move);
      return Response.json(wire.write(move, requests.length));
    } catch (error) {
      // A thrown error would be taken for a bad line, and tried again and again.
      return new Response(String(report(error)), { status: 400 });
    }
  };
  return requests;
}

function report(error: unknown): unknown {
  process.exitCode = 1;
  console.error(error);
  return error;
}

function print({ user, step, told }: Asked, move: Move): void {
  const heard = step === 0 ? [`\nuser: ${user}`] : told.split("\n").slice(0, SHOWN_LINES);
  for (const line of heard) {
    console.log(line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS - 1)}…` : line);
  }
  if ("say" in move) console.log(`model: ${move.say}`);
  else for (const call of move.calls) console.log(`model: ${call.name}(${JSON.stringify(call.arguments)})`);
}
