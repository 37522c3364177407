import { connect, type Socket } from "node:net";
import type { Claim } from "./claim.ts";
import { type Answer, type Hello, parseAnswer } from "./hello.ts";
import { FirstLineError, readFirstLine } from "./read-first-line.ts";

// A gateway that is reading a large catalog may need a moment; one that was stopped in its terminal never answers.
const ANSWER_MS = 5_000;

/** How a gateway answered, or that it did not. */
export type Knocked =
  | { readonly type: "welcome"; readonly socket: Socket; readonly pid: number; readonly clients: number }
  | Extract<Answer, { type: "refused" }>
  | { readonly type: "gone" } // nobody listens any more
  | { readonly type: "silent" }; // somebody does, and says nothing

/** Says hello to the gateway of a claim, and waits for the answer, but not for long. */
export async function knock(
  { address, secret }: Extract<Claim, { state: "serving" }>,
  hello: Omit<Hello, "secret">,
  timeoutMs: number = ANSWER_MS,
): Promise<Knocked> {
  const socket = connect(address);
  const answer = readFirstLine(socket, timeoutMs);
  socket.write(`${JSON.stringify({ ...hello, secret } satisfies Hello)}\n`);
  try {
    const read = parseAnswer(await answer);
    if (read?.type === "welcome") return { ...read, socket };
    socket.destroy();
    return read ?? { type: "gone" };
  } catch (error) {
    // It may still fail while it is taken down, and nobody is left to hear of it.
    socket.on("error", () => undefined);
    socket.destroy();
    return { type: error instanceof FirstLineError ? error.code : "gone" };
  }
}
