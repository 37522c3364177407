import { connect, type Socket } from "node:net";

/** A connection to a server, written and read byte by byte. */
export interface RawConnection {
  readonly socket: Socket;
  /** What the server has said so far. */
  said(): string;
  /** Settles when the server has ended the connection, with all it said. */
  readonly ended: Promise<string>;
}

/** Connects to the server of an address. */
export function connectRaw(url: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let said = "";
  socket.on("data", (chunk) => {
    said += chunk;
  });
  socket.on("error", () => {});
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(said)));
  return { socket, said: () => said, ended };
}

/** Sends bytes as they are, and answers what came back until the server or a moment of silence ended it. */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { socket, said, ended } = connectRaw(url);
  socket.write(text);
  const silence = new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, 3_000);
    socket.on("data", () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, 300);
    });
  });
  await Promise.race([ended, silence]);
  socket.destroy();
  return said();
}
