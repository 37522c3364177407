import { StdioClientTransport, type StdioServerParameters } from "@modelcontextprotocol/client/stdio";
import { guardProcess } from "./live-processes.ts";
import { TextTail } from "./text-tail.ts";

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const MAX_STDERR_CHARACTERS = 4_000;

/** The SDK's transport, for a system without process groups: it knows how scripts are started there. */
export class WindowsTransport extends StdioClientTransport {
  onfirstoutput?: () => void;
  readonly fault: string | undefined = undefined;
  readonly #stderr = new TextTail(MAX_STDERR_CHARACTERS);
  #release: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(parameters: StdioServerParameters) {
    super({ ...parameters, stderr: "pipe", maxBufferSize: MAX_MESSAGE_BYTES });
    this.stderr?.on("data", (chunk) => this.#stderr.push(String(chunk)));
    this.stderr?.once("data", () => this.onfirstoutput?.());
  }

  get lastWords(): string {
    return this.#stderr.text;
  }

  override async start(): Promise<void> {
    if (this.#closing !== undefined) throw new Error("The connection was closed before it was made.");
    const started = super.start();
    if (this.pid !== null) this.#release = guardProcess(this.pid);
    await started;
  }

  override close(): Promise<void> {
    this.#closing ??= super.close().finally(() => this.#release?.());
    return this.#closing;
  }
}
