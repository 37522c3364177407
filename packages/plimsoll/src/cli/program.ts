import { DIALECT_NAMES, PlimsollError } from "@plimsoll/core";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { CLIENT_NAMES } from "../clients/client-name.ts";
import { LOG_LEVELS } from "../config/observing-words.ts";
import { DEFAULT_EMBEDDER, EMBEDDER_NAMES } from "../embedder/embedder-name.ts";
import type {} from "../errors.ts";
import { STRATEGY_PLANS } from "../simulate/strategy-plan.ts";
import { VERSION } from "../version.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { errorOutput } from "./output.ts";

const EXAMPLES = `
Examples:
  plimsoll serve                              serve plimsoll.json or .mcp.json on http://127.0.0.1:7077/mcp
  plimsoll serve --stdio                      for a client that starts its servers itself
  plimsoll serve --stdio --start              the same, one gateway in the background for all of them
  plimsoll token create ada --profile support who may come in over HTTP?
  plimsoll list --server github               which tools are there?
  plimsoll describe github/create_issue       what does it take?
  plimsoll call files/read_file '{"path":…}'  what does it answer?
  plimsoll refresh                            what has changed at the servers?
  plimsoll approve                            what is held back from models, and why?
  plimsoll classify files/read_file read      settle a tool's risk, where its server says nothing
  plimsoll login sentry                       let the gateway use a server in my name
  plimsoll import                             take over the servers that my clients have
  plimsoll connect claude-code                put it in front of a client; --undo takes it back
  plimsoll find restart a failing pipeline    what would the model be offered?
  plimsoll find --json --limit 3 read a file  the same, for a program
  plimsoll find read --catalog tools.jsonl    the same in a file of tools, without any server
  plimsoll eval --tools t.gz --queries q.gz   how good is search, where I know the answers?
  plimsoll lint --manifest tools.json         what will mislead a model, or break an old transcript?
  plimsoll replay t.json --manifest m.json    would an old transcript still work?
  plimsoll simulate t.json --catalog tools    what would it have cost under each strategy?
  plimsoll audit verify                       was the audit tampered with?
  plimsoll stats                              where does my context go?
  plimsoll chat                               what does the model see? Play it yourself

Exit codes: 0 fine, 1 nothing matched or something to mend, 2 wrong command line or config.`;

const CALLED = `
The result goes to standard output, progress to standard error; Ctrl-C cancels the call. Exit codes: 0 fine, 1 the
tool reports an error or is not there, 2 wrong arguments, or a destructive tool and nobody to ask.`;

const MEASURES = `
Quality is in percent, the mean over the queries that have gold. Each is asked for 100 matches: hit and recall
count ids of gold in the first ranks, mrr is 100 / the first one's rank, ndcg@10 is binary. no-match: of the
queries with empty gold, how many got no match. Time is that of a second pass, for ten matches, warm, with
vectors of queries from minilm's cache; build is indexing, with vectors, and no reading of files; heap is what
the index holds.`;

const SIMULATED = `
The recorded calls and results are kept; what leads to a deferred tool is added as each strategy asks for it:
extra steps of tool_find and tool_load. input = cached + uncached; written is the part of uncached that a
provider keeps. Every step is taken to come while the cache still holds. edit-in-place is what others do:
a loaded tool inserted into the array in the catalog's order.`;

/** Runs one command line, and answers the exit code. */
export async function runCommand(argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.fine;
  const program = createProgram((ended) => {
    code = ended;
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    return explain(error);
  }
}

// Commands are imported when they run, so that `--help` and `--version` answer at once.
function createProgram(end: (code: ExitCode) => void): Command {
  const program = new Command("plimsoll")
    .description("One MCP server in front of all the others.")
    .version(VERSION, "--version", "print the version")
    .helpOption("--help", "print this help")
    .addHelpText("after", EXAMPLES)
    .exitOverride();

  program
    .command("serve")
    .description("serve the configured servers as one, over HTTP or stdio")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .option(
      "--port <number>",
      "the port, 0 for any free one; the config's, or 7077, if absent",
      toInteger(0, 65_535),
    )
    .option(
      "--host <address>",
      "the address to listen on, beyond this machine only with auth; the config's, or 127.0.0.1, if absent",
    )
    .option(
      "--stdio",
      "serve on standard input and output instead of HTTP, through a gateway that runs already",
    )
    .option("--attach", "with --stdio: only through a gateway that runs already")
    .option("--no-attach", "with --stdio: never through a gateway that runs already")
    .option("--start", "with --stdio: where none runs, start one in the background for all clients")
    .option("--profile <name>", "with --stdio: the profile of the config that this client has")
    .option(
      "--idle-seconds <number>",
      "with --start: how long it goes on without clients",
      toInteger(1, 1_000_000),
      600,
    )
    .addOption(new Option("--background <number>").argParser(toInteger(1, 1_000_000_000)).hideHelp())
    .addOption(
      new Option(
        "--log-level <level>",
        "log what happens, as lines of JSON on standard error or to the config's file",
      ).choices(LOG_LEVELS),
    )
    .option("--json", "say what is served as one line of JSON")
    .action(async (options) => end(await (await import("./commands/serve.ts")).serve(options)));

  program
    .command("connect")
    .description("write the gateway into a client's list of servers, with a backup, or take it out again")
    .argument("<client>", `which client: ${CLIENT_NAMES.join(", ")}`)
    .option(
      "--config <file>",
      "the config file that the gateway is to serve; plimsoll.json or .mcp.json here if absent",
    )
    .addOption(
      new Option("--scope <whose>", "the list of the project here, or the user's own").choices([
        "project",
        "user",
      ]),
    )
    .addOption(
      new Option("--stdio", "have the client start the gateway itself: the default").conflicts("url"),
    )
    .option("--url [address]", "have it use a gateway that runs; http://127.0.0.1:7077/mcp if none is given")
    .option("--undo", "put everything back as it was")
    .option("--print", "print the entry, and write nothing")
    .option("--yes", "write it without asking")
    .action(async (name: string, options) =>
      end(await (await import("./commands.ts")).connect(name, options)),
    );

  program
    .command("import")
    .description("take the servers of clients over into plimsoll.json; the clients stay as they are")
    .argument("[source...]", `clients (${CLIENT_NAMES.join(", ")}) or files; all clients if absent`)
    .option("--config <file>", "the file to write; plimsoll.json here if absent")
    .option("--print", "print the file, and write nothing")
    .option("--yes", "write it without asking; what is there under the same name stays")
    .action(async (sources: string[], options) =>
      end(await (await import("./commands.ts")).importServers(sources, options)),
    );

  program
    .command("find")
    .description("search the tools of the configured servers or of files, as a model would")
    .argument("<query...>", "what the model wants to do, or a tool's name")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .addOption(
      new Option("--catalog <file...>", "files of tools instead of servers; after the query").conflicts(
        "config",
      ),
    )
    .option("--limit <number>", "how many matches at most", toInteger(1, 100), 5)
    .option("--domain <domain>", "only tools of this domain")
    .addOption(embedderOption())
    .option("--explain", "say why each match is where it is")
    .option("--json", "answer as one line of JSON")
    .action(async (words: string[], options) =>
      end(await (await import("./commands.ts")).find(words.join(" "), options)),
    );

  program
    .command("list")
    .description("name every tool of the configured servers or of files")
    .option("--server <name>", "only the tools of this server")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .addOption(new Option("--catalog <file...>", "files of tools instead of servers").conflicts("config"))
    .option("--json", "answer as one line of JSON")
    .action(async (options) => end(await (await import("./commands.ts")).list(options)));

  program
    .command("describe")
    .description("say everything about some tools, with their schemas")
    .argument("<name...>", "names of tools, as plimsoll list has them")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .addOption(
      new Option("--catalog <file...>", "files of tools instead of servers; after the names").conflicts(
        "config",
      ),
    )
    .option("--json", "answer as one line of JSON")
    .action(async (names: string[], options) =>
      end(await (await import("./commands.ts")).describe(names, options)),
    );

  program
    .command("call")
    .description("call one tool of the configured servers")
    .argument("<name>", "its name, as plimsoll list has it")
    .argument("[json]", "its arguments, a JSON object; - reads one from standard input")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .option("--yes", "call a destructive tool without asking")
    .option("--json", "answer as one line of JSON")
    .addHelpText("after", CALLED)
    .action(async (name: string, json: string | undefined, options) =>
      end(await (await import("./commands.ts")).call(name, json, options)),
    );

  program
    .command("refresh")
    .description("ask servers again what they offer, and say what is another than before")
    .argument("[server...]", "names of servers; all of them if absent")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .option("--json", "answer as one line of JSON")
    .action(async (servers: string[], options) =>
      end(await (await import("./commands.ts")).refresh(servers, options)),
    );

  program
    .command("approve")
    .description("show what is held back from models, with what has changed, and let it through or not")
    .argument("[name...]", "what to decide on, as it is shown, or SERVER/*; nothing is decided if absent")
    .option("--all", "decide on everything that is held")
    .option("--list", "only say what is held and why, also what was rejected")
    .option("--reject", "do not let it through, and be told of it no more")
    .option("--yes", "decide without being asked")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .option("--json", "answer as one line of JSON")
    .action(async (names: string[], options) =>
      end(await (await import("./commands.ts")).approve(names, options)),
    );

  program
    .command("classify")
    .description("say what risk tools count as, or write your own class into the config")
    .argument("[name risk...]", "pairs of a name or pattern and its class: read, write or destructive")
    .option("--unverified", "only tools whose risk nobody has settled")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .option("--json", "answer as one line of JSON")
    .action(async (words: string[], options) =>
      end(await (await import("./commands.ts")).classify(words, options)),
    );

  program
    .command("login")
    .description("log in to a server that runs elsewhere, by a browser; its tokens are kept encrypted")
    .argument("<server>", "its name in the config")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .option(
      "--principal <id>",
      "whose login it is, where servers are kept apart by principal; everybody's if absent",
    )
    .option("--scope <scopes>", "what to ask for, parted by spaces; what the server asks for if absent")
    .option("--no-browser", "only say where to log in")
    .option("--wait-seconds <number>", "how long the browser is waited for", toInteger(1, 86_400), 300)
    .action(async (server: string, options) =>
      end(await (await import("./commands.ts")).login(server, options)),
    );

  program
    .command("logout")
    .description("forget a login, here and at the authorization server")
    .argument("<server>", "its name in the config")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .option("--principal <id>", "whose login it was; everybody's if absent")
    .action(async (server: string, options) =>
      end(await (await import("./commands.ts")).logout(server, options)),
    );

  program
    .command("stop")
    .description("end the gateway that serves the config on this machine")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .action(async (options) => end(await (await import("./commands.ts")).stop(options)));

  const token = program.command("token").description("make, list and revoke tokens that open the gateway");
  token
    .command("create")
    .description("make a token, and print it this once")
    .argument("<name>", "who it is for: whoever has it is that principal", toPrincipalName)
    .option("--profile <name...>", "only these profiles of the config; everything if absent")
    .option("--days <number>", "how long it is good for", toInteger(1, 3_650), 90)
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .option("--json", "answer as one line of JSON")
    .action(async (name: string, options) =>
      end(await (await import("./commands.ts")).createToken(name, options)),
    );
  token
    .command("list")
    .description("name the tokens of the config")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .option("--json", "answer as one line of JSON")
    .action(async (options) => end(await (await import("./commands.ts")).listTokens(options)));
  token
    .command("revoke")
    .description("have tokens open nothing any more, at once")
    .argument("<name>", "the name of some, or the id of one")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .option("--json", "answer as one line of JSON")
    .action(async (name: string, options) =>
      end(await (await import("./commands.ts")).revokeToken(name, options)),
    );

  program
    .command("audit")
    .description("look into the audit of a gateway")
    .command("verify")
    .description("look for lines of an audit that were changed, put in or taken out")
    .argument("[file]", "the audit; the config's if absent")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .option("--expect <hash>", "the hash of a line that must still be there, from an earlier look")
    .option("--json", "answer as one line of JSON")
    .action(async (file: string | undefined, options) =>
      end(await (await import("./commands.ts")).verify(file, options)),
    );

  program
    .command("eval")
    .description("measure search over queries whose answers are known: quality, time and memory")
    .requiredOption(
      "--tools <file...>",
      "files of the tools that the queries are about; keyed by id, or name",
    )
    .requiredOption("--queries <file>", 'JSON Lines of {"query", "gold": [tool ids]}, .gz or not')
    .option("--extra <file...>", "files of tools that only stand in the way")
    .addOption(embedderOption())
    .option("--limit <number>", "only the first queries", toInteger(1, 1_000_000_000))
    .option("--json", "answer as one line of JSON")
    .addHelpText("after", MEASURES)
    .action(async (options) => end(await (await import("./commands.ts")).evaluate(options)));

  program
    .command("lint")
    .description(
      "look for what will mislead a model or break an old transcript, in servers, files or a manifest",
    )
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .addOption(new Option("--catalog <file...>", "files of tools instead of servers").conflicts("config"))
    .option("--manifest <file>", "a manifest to lay over the tools; alone, only its own names are checked")
    .option("--rule <id...>", "only these rules")
    .option("--explain <id>", "say what a rule finds, why it matters and what to do, and end")
    .option("--json", "answer as one line of JSON")
    .action(async (options) => end(await (await import("./commands.ts")).lint(options)));

  program
    .command("replay")
    .description(
      "walk recorded transcripts against today's tools, and say which calls would break; nothing is run",
    )
    .argument(
      "<transcript...>",
      "JSON or JSON Lines: Plimsoll, Anthropic, OpenAI, AI SDK, agents' logs; .gz or not",
    )
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .addOption(
      new Option("--catalog <file...>", "files of tools instead of servers; after the transcripts").conflicts(
        "config",
      ),
    )
    .option("--manifest <file>", "a manifest to lay over the tools; alone, its own names are the tools")
    .option("--json", "answer as one line of JSON")
    .action(async (files: string[], options) =>
      end(await (await import("./commands.ts")).replay(files, options)),
    );

  program
    .command("simulate")
    .description("say what recorded conversations would have cost under each strategy; nothing is run")
    .argument(
      "<transcript...>",
      "JSON or JSON Lines: Plimsoll, Anthropic, OpenAI, AI SDK, agents' logs; .gz or not",
    )
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .addOption(
      new Option(
        "--catalog <file...>",
        "files of tools, after the transcripts; if absent, the tools of the recording, else of servers",
      ).conflicts("config"),
    )
    .option("--manifest <file>", "a manifest to lay over the tools")
    .option(
      "--model <name>",
      "the model whose rules and prices count; the recording's own if absent, else claude-sonnet-5",
    )
    .addOption(
      new Option("--strategy <name...>", "only these strategies").choices(
        STRATEGY_PLANS.map(({ name }) => name),
      ),
    )
    .option("--prices <file>", "prices of your own, a JSON list of rows that come before the built-in ones")
    .option("--describe", "read a schema with tool_describe before a first call through tool_call")
    .option("--steps", "say it of every step, too")
    .option("--exact", "count with the tokenizer o200k instead of estimating; needs gpt-tokenizer")
    .option("--json", "answer as one line of JSON, with every step")
    .addHelpText("after", SIMULATED)
    .action(async (files: string[], options) =>
      end(await (await import("./commands.ts")).simulate(files, options)),
    );

  program
    .command("stats")
    .description("say what tools take of a model's context window, and what each strategy saves")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .addOption(new Option("--catalog <file...>", "files of tools instead of servers").conflicts("config"))
    .option("--manifest <file>", "a manifest to lay over the tools")
    .option("--model <name>", "the model whose window is measured", "claude-sonnet-5")
    .addOption(
      new Option("--sort <order>", "what sources are sorted by")
        .choices(["tokens", "name", "tools"])
        .default("tokens"),
    )
    .option("--exact", "count with the tokenizer o200k instead of estimating; needs gpt-tokenizer")
    .option("--json", "answer as one line of JSON, with every tool")
    .action(async (options) => end(await (await import("./commands.ts")).stats(options)));

  program
    .command("chat")
    .description("play the model in a terminal: see what it would see, type what it would call")
    .option("--config <file>", "the config file; plimsoll.json or .mcp.json here if absent")
    .addOption(new Option("--catalog <file...>", "files of tools instead of servers").conflicts("config"))
    .option("--manifest <file>", "a manifest to lay over the tools")
    .option("--model <name>", "the model to play", "claude-sonnet-5")
    .addOption(
      new Option("--dialect <name>", "the words of the meta-tools")
        .choices(DIALECT_NAMES)
        .default("plimsoll"),
    )
    .addOption(
      new Option("--strategy <name>", "how loaded tools reach the model").choices([
        "all",
        "bridge",
        "append",
      ]),
    )
    .addOption(new Option("--gate <name>", "what may be called without loading").choices(["open", "strict"]))
    .addOption(embedderOption())
    .action(async (options) => end(await (await import("./commands.ts")).chat(options)));

  return program;
}

function embedderOption(): Option {
  return new Option(
    "--embedder <name>",
    "how meanings are compared: none, not at all; static, by a table of words; minilm, by a language model in two " +
      "optional packages (5 to 20 texts a second, kept in PLIMSOLL_CACHE or the user's cache)",
  )
    .choices(EMBEDDER_NAMES)
    .default(DEFAULT_EMBEDDER);
}

function explain(error: unknown): ExitCode {
  // Help and version arrive here too; Commander has printed what there is to say.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.input;
  for (const [at, line] of toErrorLines(error).entries()) {
    errorOutput.note(at === 0 ? `plimsoll: ${line}` : line);
  }
  return EXIT.input;
}

function toErrorLines(error: unknown): readonly string[] {
  if (PlimsollError.is(error, "MANIFEST_UNREADABLE")) return error.data.problems;
  if (PlimsollError.is(error)) return [error.message];
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).split("\n");
}

function toPrincipalName(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be letters, digits, and . _ @ - between them, at most 64.");
}

function toInteger(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}
