import { loadConfig } from "../../config/load-config.ts";
import { logIn } from "../../oauth/log-in.ts";
import { openBrowser } from "../../oauth/open-browser.ts";
import { processRedactor } from "../../secrets/redactor.ts";
import { openVault, vaultFolder } from "../../secrets/vault.ts";
import { outgoingOf } from "../../upstream/remote-access.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { remoteServerNamed, toOwner } from "../login-server.ts";
import { errorOutput, standardOutput } from "../output.ts";
import { untilSignal } from "../signals.ts";
import { refresh } from "./refresh.ts";

/** The options of `plimsoll login`. */
export interface LoginCommandOptions {
  readonly config?: string;
  readonly principal?: string;
  readonly scope?: string;
  readonly browser?: boolean;
  readonly waitSeconds: number;
}

/** `plimsoll login`: has the user log in to a server by a browser, and lists the server. */
export async function login(name: string, options: LoginCommandOptions): Promise<ExitCode> {
  const config = await loadConfig({ file: options.config });
  const server = remoteServerNamed(config, name);
  if (typeof server === "string") {
    errorOutput.note(`plimsoll: ${server}`);
    return EXIT.input;
  }
  const outgoing = outgoingOf(server);
  const given = new AbortController();
  void untilSignal().then(() => given.abort());
  // Not `AbortSignal.timeout` among others: one that nobody else holds is collected before it fires.
  const late = setTimeout(() => given.abort(), options.waitSeconds * 1000);
  try {
    await logIn({
      server,
      owner: toOwner(options.principal),
      vault: openVault(vaultFolder()),
      outgoing,
      redactor: processRedactor,
      scope: options.scope,
      show: (url) => show(url, options.browser !== false && process.stdout.isTTY === true),
      signal: given.signal,
    });
  } finally {
    clearTimeout(late);
    await outgoing.close();
  }
  standardOutput.line(`Logged in to ${name}.`);
  // Only what is everybody's is listed for everybody.
  return options.principal === undefined ? refresh([name], { config: config.file }) : EXIT.fine;
}

function show(url: URL, mayOpen: boolean): void {
  const isOpened = mayOpen && openBrowser(url);
  standardOutput.line(
    isOpened ? "Log in with the browser that opens, or go to" : "Log in with a browser of this machine, at",
  );
  standardOutput.line();
  standardOutput.line(`  ${url.href}`);
  standardOutput.line();
  standardOutput.line("Waiting for it to come back. Ctrl-C gives it up.");
}
