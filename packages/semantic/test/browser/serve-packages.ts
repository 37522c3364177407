import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A page's server on the loopback interface: the built packages as plain ES modules, no bundler between. */
export interface PackageServer {
  readonly url: string;
  /** What the page says when it has ended: an answer, or `error`. */
  readonly said: Promise<unknown>;
  /** The paths the browser asked for, with the status each was given. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const PACKAGES = fileURLToPath(new URL("../../../", import.meta.url));
const STEMMER = createRequire(join(PACKAGES, "core/package.json")).resolve("stemmer");
const FOLDERS: Readonly<Record<string, string>> = {
  core: join(PACKAGES, "core"),
  semantic: join(PACKAGES, "semantic"),
  stemmer: dirname(STEMMER),
};
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".bin": "application/octet-stream",
};

/** Serves one page that runs `ask.mjs` and sends back what it answers. */
export async function servePackages(contentSecurityPolicy: string): Promise<PackageServer> {
  const asked: string[] = [];
  const { promise: said, resolve: hear } = withResolver<unknown>();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    response.once("finish", () => asked.push(`${path} ${response.statusCode}`));
    if (path === "/") {
      response.setHeader("content-security-policy", contentSecurityPolicy);
      send(response, "text/html", page());
    } else if (path === "/said") {
      readText(request).then((text) => {
        response.writeHead(204).end();
        hear(JSON.parse(text));
      }, hear);
    } else sendFile(response, path);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, said, asked, close: () => close(server) };
}

/** The import map says what the packages' own export maps say. */
function page(): string {
  const imports = {
    "@plimsoll/semantic": `/semantic/${entryOf("semantic", ".")}`,
    "@plimsoll/core/search": `/core/${entryOf("core", "./search")}`,
    stemmer: `/stemmer/${STEMMER.slice(dirname(STEMMER).length + 1)}`,
  };
  return `<!doctype html>
<link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
  const said = await import("/semantic/test/browser/ask.mjs")
    .then(({ ask }) => ask())
    .catch((error) => ({ error: String(error.stack ?? error) }));
  await fetch("/said", { method: "POST", body: JSON.stringify(said) });
</script>`;
}

function entryOf(folder: string, entry: string): string {
  const { exports } = JSON.parse(readFileSync(join(PACKAGES, folder, "package.json"), "utf8"));
  return exports[entry].default.slice("./".length);
}

function sendFile(response: ServerResponse, path: string): void {
  const [, folder = "", ...rest] = path.split("/");
  const root = FOLDERS[folder];
  const file = root === undefined ? undefined : readIfThere(join(root, ...rest));
  if (file === undefined) send(response, "text/plain", "", 404);
  else send(response, TYPES[extname(path)] ?? "text/plain", file);
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, type: string, body: string | Uint8Array, status = 200): void {
  response.writeHead(status, { "content-type": type }).end(body);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
