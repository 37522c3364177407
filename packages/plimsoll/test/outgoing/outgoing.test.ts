import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Lookup } from "../../src/outgoing/judged-fetch.ts";
import { createOutgoing, type Outgoing } from "../../src/outgoing/outgoing.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  closing.push(async () => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function open(own: string, lookup?: Lookup): Outgoing {
  const outgoing = createOutgoing({ own: [own], ...(lookup === undefined ? {} : { lookup }) });
  closing.push(() => outgoing.close());
  return outgoing;
}

/** Names that mean what they are told to, in turn; the last answer stays. Tells how often each was looked up. */
function names(answers: Record<string, string[][]>): { lookup: Lookup; asked: string[] } {
  const asked: string[] = [];
  const lookup: Lookup = (hostname, _options, callback) => {
    const turn = asked.filter((name) => name === hostname).length;
    asked.push(hostname);
    const found = answers[hostname]?.[turn] ?? answers[hostname]?.at(-1) ?? [];
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return { lookup, asked };
}

async function whyNot(outgoing: Outgoing, url: string): Promise<string> {
  try {
    await outgoing.fetch(url);
    return "it was asked";
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

const REFUSED = /is not asked: it is not (?:a public address|an address of https)/;

describe("what a public server names", () => {
  const { lookup } = names({ "mcp.example": [["8.8.8.8"]], localhost: [["127.0.0.1"]] });

  it.each([
    "https://127.0.0.1/",
    "https://2130706433/", // as one number
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://0.0.0.0/",
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://[fe80::1]/",
    "https://[64:ff9b::a00:1]/",
    "https://localhost/",
    "http://localhost/",
    "http://8.8.8.8/",
    "ftp://8.8.8.8/",
    "file:///etc/passwd",
  ])("is not asked at %s", async (url) => {
    expect(await whyNot(open("https://mcp.example/mcp", lookup), url)).toMatch(REFUSED);
  });

  it("is not asked with a user in its address", async () => {
    const why = await whyNot(open("https://mcp.example/mcp", lookup), "https://mcp.example@8.8.8.8/");
    expect(why).toBe("https://8.8.8.8 is not asked: it has a user or a password in it");
  });
});

describe("a name that means an address of the inside", () => {
  it("is found out when it is connected to, however harmless it was before (DNS rebinding)", async () => {
    const { lookup, asked } = names({
      "mcp.example": [["8.8.8.8"]],
      "login.example": [["10.0.0.1"], ["8.8.4.4"]],
    });
    const outgoing = open("https://mcp.example/mcp", lookup);
    await outgoing.check(new URL("https://login.example/"));
    expect(await whyNot(outgoing, "https://login.example/")).toMatch(REFUSED);
    // The one answer that was judged is the one that would have been connected to.
    expect(asked.filter((name) => name === "login.example")).toHaveLength(1);
  });

  it("is refused where only one of its addresses is such", async () => {
    const { lookup } = names({
      "mcp.example": [["8.8.8.8"]],
      "login.example": [["8.8.4.4", "169.254.169.254"]],
    });
    expect(await whyNot(open("https://mcp.example/mcp", lookup), "https://login.example/")).toMatch(REFUSED);
  });

  it("is not asked by the operator's own word either where it is link-local", async () => {
    const { lookup } = names({ "mcp.example": [["169.254.169.254"]] });
    expect(await whyNot(open("http://mcp.example/mcp", lookup), "http://mcp.example/mcp")).toBe(
      "mcp.example is not asked: its address is none of a server",
    );
  });
});

describe("a server on this machine or in this network", () => {
  it("may name others that are there, too", async () => {
    const other = await listen((_request, response) => response.end("other"));
    const answer = await open("http://localhost:1/mcp").fetch(other);
    expect(await answer.text()).toBe("other");
  });

  it("may name none that are closer", async () => {
    const outgoing = open("https://10.0.0.1/mcp");
    expect(await whyNot(outgoing, "https://127.0.0.1/")).toMatch(REFUSED);
    expect(await whyNot(outgoing, "http://127.0.0.1/")).toMatch(REFUSED);
    expect(await whyNot(outgoing, "https://169.254.169.254/")).toMatch(REFUSED);
  });

  it("opens nothing once it has been found elsewhere, too (a server whose name moves)", async () => {
    const own = await listen((_request, response) => {
      response.writeHead(200, { connection: "close" });
      response.end("own");
    });
    const address = `http://mcp.example:${new URL(own).port}/`;
    const outgoing = open(address, names({ "mcp.example": [["127.0.0.1"], ["8.8.8.8"]] }).lookup);
    expect(await (await outgoing.fetch(address)).text()).toBe("own");
    await outgoing.check(new URL("http://127.0.0.1:1/"));
    await outgoing.fetch(address, { signal: AbortSignal.timeout(50) }).catch(() => undefined);
    await expect(outgoing.check(new URL("http://127.0.0.1:1/"))).rejects.toThrow("not an address of https");
  });
});

describe("a redirect", () => {
  it("to another origin is not followed, and carries nothing there", async () => {
    const heard: unknown[] = [];
    const thief = await listen((request, response) => {
      heard.push(request.headers);
      response.end("stolen");
    });
    const own = await listen((_request, response) => {
      response.writeHead(307, { location: `${thief}/?take=it` });
      response.end();
    });
    const answer = await open(own).fetch(own, { headers: { authorization: "Bearer planted-token-1" } });
    expect(answer.status).toBe(307);
    expect(heard).toEqual([]);
  });

  it.each(["http://169.254.169.254/", "file:///etc/passwd", "http://user:word@127.0.0.1/"])(
    "to %s is not followed",
    async (location) => {
      const own = await listen((_request, response) => {
        response.writeHead(302, { location });
        response.end();
      });
      expect((await open(own).fetch(own)).status).toBe(302);
    },
  );

  it("within its origin is followed, with method and content, three times and no more", async () => {
    const own = await listen((request, response) => {
      const left = Number((request.url ?? "").slice(1));
      if (left > 0) {
        response.writeHead(308, { location: `/${left - 1}` });
        return void response.end();
      }
      response.write(`${request.method} `);
      return void request.pipe(response);
    });
    const outgoing = open(own);
    const answer = await outgoing.fetch(`${own}/3`, { method: "POST", body: "content" });
    expect(await answer.text()).toBe("POST content");
    await expect(outgoing.fetch(`${own}/4`)).rejects.toThrow("redirects more than 3 times");
  });

  it("that would turn a request into another is not followed", async () => {
    const own = await listen((request, response) => {
      response.writeHead(request.url === "/" ? 302 : 200, { location: "/next" });
      response.end();
    });
    expect((await open(own).fetch(`${own}/`, { method: "POST", body: "x" })).status).toBe(302);
  });
});

describe("an answer of what another server named", () => {
  it("is not read without end", async () => {
    const endless = await listen((_request, response) => {
      const more = (): void => void (response.write("x".repeat(65_536)) ? setImmediate(more) : 0);
      response.on("drain", more);
      more();
    });
    const answer = await open("http://localhost:1/mcp").fetch(endless);
    await expect(answer.text()).rejects.toThrow("the answer is longer than 1048576 bytes");
  });
});
