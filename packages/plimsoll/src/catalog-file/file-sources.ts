import { type Catalog, type SourceIdentity, toSourceId, toToolName } from "@plimsoll/core";
import { fromMcpTool } from "@plimsoll/core/mcp";
import type { FileToolKind } from "./file-item.ts";
import { toFileSourceName } from "./file-source-name.ts";
import type { ToolRow } from "./tool-row.ts";

/** The rows of files, by the source they belong to. Sources of one id and kind are one source. */
export class FileSources {
  readonly #rows = { manifest: new Map<string, ToolRow[]>(), mcp: new Map<string, ToolRow[]>() };
  readonly #ids = new Map<string, string>();

  add(file: string, kind: FileToolKind, row: ToolRow): void {
    const group = this.#rows[row.server === undefined ? kind : "mcp"];
    const id = this.#idOf(row.server ?? toFileSourceName(file));
    const rows = group.get(id);
    if (rows === undefined) group.set(id, [row]);
    else rows.push(row);
  }

  /** Puts every source into a catalog, and answers the rows' own ids by canonical name. */
  fill(catalog: Catalog): ReadonlyMap<string, string> {
    const ids = new Map<string, string | undefined>();
    for (const [id, rows] of this.#rows.mcp) {
      const title = rows[0]?.server;
      replace(catalog, { id, kind: "mcp", ...(title === undefined ? {} : { title }) }, rows, ids);
    }
    for (const [id, rows] of this.#rows.manifest) {
      // A catalog holds one source of an id, and a server's tools are named after its id.
      const free = this.#rows.mcp.has(id) ? toSourceId(`file ${id}`) : id;
      replace(catalog, { id: free, kind: "manifest" }, rows, ids);
    }
    return new Map([...ids].flatMap(([name, own]) => (own === undefined ? [] : [[name, own]])));
  }

  // Most server names are no ids, and would be hashed for every row.
  #idOf(name: string): string {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = toSourceId(name);
    this.#ids.set(name, id);
    return id;
  }
}

/** Core reads rows as it reads what a server lists; only there is no server to call. */
function replace(
  catalog: Catalog,
  source: SourceIdentity,
  rows: readonly ToolRow[],
  ids: Map<string, string | undefined>,
): void {
  catalog.replace(source, { tools: rows.map(({ tool }) => fromMcpTool(tool, { type: "host" })) });
  for (const { tool, id } of rows) {
    const name = toToolName(source.id, source.kind, tool.name);
    // The first row of a name is the one the catalog keeps, also where it has no id.
    if (!ids.has(name)) ids.set(name, id);
  }
}
