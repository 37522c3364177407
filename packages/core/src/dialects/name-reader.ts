import type { ToolCall } from "../activation/message.ts";
import type { OpeningRecord } from "../activation/record.ts";
import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import { defined } from "../internal/defined.ts";
import type { MetaRequest } from "../meta/meta-request.ts";
import type { InputIssue } from "../tool/tool.ts";
import type { Dialect, DialectIssue, DialectTool, Offer } from "./dialect.ts";
import { readRequest } from "./read-request.ts";

/** One name in a call: the call's own, or one that a meta-tool was given. */
export interface CalledName {
  readonly name: string;
  readonly operation: MetaRequest["operation"];
  readonly arguments: unknown;
  /** The meta-tool that was given the name. */
  readonly through?: string;
  /** Only a tool that reads may be called this way. */
  readonly readOnly: boolean;
  /** Why the call does not get as far as naming a tool. */
  readonly issues?: readonly InputIssue[];
}

/** Looks through the meta-tools of a recorded conversation. */
export interface NameReader {
  /** From here on, the meta-tools are those that this record offers. */
  follow(opening: OpeningRecord): void;
  read(call: Pick<ToolCall, "name" | "arguments">): readonly CalledName[];
}

/**
 * Makes a reader. An opening record says which meta-tools a conversation has; where none was recorded, any dialect's may
 * be meant, unless the catalog has a tool of that very name.
 */
export function createNameReader(dialects: readonly Dialect[], snapshot: CatalogSnapshot): NameReader {
  let known = dialects;
  let offer: Offer | undefined;
  const toolsNamed = (name: string): readonly DialectTool[] => {
    if (offer === undefined && snapshot.get(name) !== undefined) return [];
    return known
      .flatMap(({ tools }) => tools)
      .filter((tool) => tool.definition.name === name && (offer === undefined || tool.isOffered(offer)));
  };

  const readCall = (
    call: Pick<ToolCall, "name" | "arguments">,
    outer?: Pick<CalledName, "name" | "readOnly">,
  ): CalledName[] => {
    const { name, arguments: sent } = call;
    const through = outer?.name;
    const base = { name, arguments: sent, readOnly: false, ...defined({ through }) };
    const request = readAny(toolsNamed(name), sent);
    if (request === undefined) return [{ ...base, operation: "call", readOnly: outer?.readOnly ?? false }];
    switch (request.operation) {
      case "invalid":
        return [{ ...base, operation: "call", issues: request.issues }];
      case "find":
      case "active":
        return [{ ...base, operation: request.operation }];
      case "describe":
      case "load":
      case "unload": {
        const { operation, names } = request;
        return names.map((inner) => ({
          name: inner,
          operation,
          arguments: undefined,
          through: name,
          readOnly: false,
        }));
      }
      case "call": {
        if (outer === undefined) return readCall(request, { name, readOnly: request.readOnly });
        const issues = [{ path: "/name", message: `Name the tool itself, not ${name}.` }];
        return [{ ...base, operation: "call", issues }];
      }
    }
  };

  return {
    follow({ dialect, strategy, gate }) {
      const spoken = dialects.filter(({ name }) => name === dialect);
      known = spoken.length === 0 ? dialects : spoken;
      offer = spoken.length === 0 ? undefined : { strategy, gate };
    },
    read: (call) => readCall(call),
  };
}

/** The request that a call of a meta-tool is. Dialects share names: the first whose schema fits is meant. */
function readAny(tools: readonly DialectTool[], sent: unknown): MetaRequest | DialectIssue | undefined {
  const requests = tools.map((tool) => readRequest(tool, sent));
  return requests.find(({ operation }) => operation !== "invalid") ?? requests[0];
}
