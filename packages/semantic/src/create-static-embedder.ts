import type { Embedder } from "@plimsoll/core/search";
import { createEncoder, type Encoder } from "./encoder.ts";
import { loadTable } from "./load-table.ts";
import { projectRows } from "./project.ts";
import { parseTable, type Table } from "./table.ts";
import { TABLE_DIMENSIONS, TABLE_ID } from "./table-id.ts";

/** An embedder without a model: a vector is the sum of a table's rows. */
export interface StaticEmbedder extends Embedder {
  /**
   * Takes vectors of the table's teacher, all-MiniLM-L6-v2, into the table's space, row by row and at unit length:
   * tools may then be embedded by the teacher and compared with requests embedded here.
   */
  projectTeacher(vectors: Float32Array): Float32Array | Promise<Float32Array>;
}

/** What a static embedder may be given. */
export interface StaticEmbedderOptions {
  /** The bytes of a table in place of the one that comes with this package. */
  readonly table?: Uint8Array;
}

interface Loaded {
  readonly table: Table;
  readonly encoder: Encoder;
}

/**
 * Creates the embedder. A table of one's own is read at once, the package's on first use: where there is no Node,
 * answers are promises until it has been fetched. A text has one vector, whatever its purpose.
 */
export function createStaticEmbedder(options: StaticEmbedderOptions = {}): StaticEmbedder {
  let loaded: Loaded | Promise<Loaded> | undefined;
  const own = options.table === undefined ? undefined : open(options.table);
  if (own !== undefined) loaded = own;

  const keep = (bytes: Uint8Array): Loaded => {
    const opened = open(bytes, TABLE_ID);
    if (opened.table.id !== TABLE_ID) {
      throw new TypeError(
        `data/table.bin is table ${opened.table.id}, this build of @plimsoll/semantic came with ${TABLE_ID}: install the package again.`,
      );
    }
    loaded = opened;
    return opened;
  };
  const load = (): Loaded | Promise<Loaded> => {
    if (loaded !== undefined) return loaded;
    const bytes = loadTable();
    if (!(bytes instanceof Promise)) return keep(bytes);
    loaded = bytes.then(keep);
    // A download that failed is tried again by the next request.
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
  const using = <T>(use: (loaded: Loaded) => T): T | Promise<T> => {
    const ready = load();
    return ready instanceof Promise ? ready.then(use) : use(ready);
  };

  return {
    id: `static-${own?.table.id ?? TABLE_ID}`,
    dimensions: own?.table.dimensions ?? TABLE_DIMENSIONS,
    embed: (texts) => using(({ encoder }) => encoder.encode(texts)),
    projectTeacher: (vectors) => using(({ table }) => projectRows(table, vectors)),
  };
}

function open(bytes: Uint8Array, known?: string): Loaded {
  const table = parseTable(bytes, known);
  return { table, encoder: createEncoder(table) };
}
