import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createFixtureServer } from "./fixture-server.ts";

// The fixture as a process: what a gateway starts.
serveStdio(() => createFixtureServer());
