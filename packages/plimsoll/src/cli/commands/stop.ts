import { setTimeout as delay } from "node:timers/promises";
import { loadConfig } from "../../config/load-config.ts";
import { newestClaim } from "../../local/claims.ts";
import { knock } from "../../local/knock.ts";
import { localPlaceOf } from "../../local/local-place.ts";
import { isRunning } from "../../local/process-identity.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, standardOutput, toCountOf } from "../output.ts";

const END_MS = 15_000;
const LOOK_AGAIN_MS = 50;

/** The options of `plimsoll stop`. */
export interface StopCommandOptions {
  readonly config?: string;
}

/** `plimsoll stop`: ends the gateway that serves a config on this machine, with its servers. */
export async function stop(options: StopCommandOptions): Promise<ExitCode> {
  const { file } = await loadConfig({ file: options.config });
  const { claim } = (await newestClaim(await localPlaceOf(file))) ?? {};
  const knocked =
    claim?.state === "serving"
      ? await knock(claim, { ask: "stop", config: "", workspace: process.cwd() })
      : undefined;
  if (claim?.state !== "serving" || knocked === undefined || knocked.type === "gone") {
    standardOutput.line(`No gateway serves ${file}.`);
    return EXIT.findings;
  }
  const { pid } = claim.process;
  if (knocked.type !== "welcome") {
    errorOutput.note(
      `plimsoll: The gateway of ${file} (process ${pid}) does not answer. End it by its process.`,
    );
    return EXIT.input;
  }
  knocked.socket.destroy();
  const deadline = performance.now() + END_MS;
  while (await isRunning(claim.process)) {
    if (performance.now() > deadline) {
      errorOutput.note(
        `plimsoll: The gateway of ${file} (process ${pid}) was asked to end, and has not yet.`,
      );
      return EXIT.input;
    }
    await delay(LOOK_AGAIN_MS);
  }
  const clients = toCountOf(knocked.clients, "client");
  standardOutput.line(`Stopped the gateway of ${file} (process ${pid}, ${clients}).`);
  return EXIT.fine;
}
