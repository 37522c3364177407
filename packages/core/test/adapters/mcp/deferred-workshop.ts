import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { deferTools } from "@plimsoll/core/mcp";
import { aWorkshop } from "./workshop.ts";

/** A program: the workshop with its tools deferred, on standard input and output. */
serveStdio(() => aWorkshop((server) => deferTools(server, { pins: ["add_numbers"] })).server);
