import type { Socket } from "node:net";

const MAX_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Why there was no first line: nobody spoke in time, or the connection ended or said too much. */
export class FirstLineError extends Error {
  readonly code: "silent" | "gone";

  constructor(code: "silent" | "gone") {
    super(code);
    this.code = code;
  }
}

/**
 * The first line that arrives at a socket, within a time. What comes behind it is left for whoever reads next, which
 * is why it is pulled and not listened for: a socket that flows does not wait for a second listener.
 */
export function readFirstLine(socket: Socket, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let read = Buffer.alloc(0);
    const settle = (): void => {
      clearTimeout(timer);
      socket.off("readable", onReadable).off("error", onEnd).off("close", onEnd).off("end", onEnd);
    };
    const fail = (code: FirstLineError["code"]): void => {
      settle();
      reject(new FirstLineError(code));
    };
    const onReadable = (): void => {
      read = Buffer.concat([read, socket.read() ?? Buffer.alloc(0)]);
      const end = read.indexOf(NEWLINE);
      if (end === -1) {
        if (read.length > MAX_BYTES) fail("gone");
        return;
      }
      settle();
      const rest = read.subarray(end + 1);
      if (rest.length > 0) socket.unshift(rest);
      resolve(read.toString("utf8", 0, end));
    };
    const onEnd = (): void => fail("gone");
    const timer = setTimeout(() => fail("silent"), timeoutMs);
    socket.on("readable", onReadable).on("error", onEnd).on("close", onEnd).on("end", onEnd);
  });
}
