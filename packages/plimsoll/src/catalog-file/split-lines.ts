const LINE_FEED = 0x0a;

/** One line of a file that is not blank; or why its text is not to be had. Lines count from 1. */
export type Line =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly reason: string };

/**
 * The lines of a stream of bytes, without blank ones. Lines end in LF or CRLF. No more than one line is held,
 * and of one that is longer than the bound nothing is.
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  // In UTF-8 no part of another character looks like a line feed, so bytes can be cut before they are decoded.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 1;
  let size = 0;
  let parts: Uint8Array[] = [];
  const take = (part: Uint8Array): void => {
    size += part.length;
    if (size > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const finish = (): Line | undefined => {
    const line = size > maxBytes ? tooLong(number, maxBytes) : decode(decoder, number, parts);
    number += 1;
    size = 0;
    parts = [];
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      take(chunk.subarray(from, at));
      from = at + 1;
      const line = finish();
      if (line !== undefined) yield line;
    }
    take(chunk.subarray(from));
  }
  const last = finish();
  if (last !== undefined) yield last;
}

function decode(decoder: TextDecoder, number: number, parts: readonly Uint8Array[]): Line | undefined {
  const [only] = parts;
  if (only === undefined) return undefined;
  try {
    // The decoder takes a byte order mark off, wherever files were put together.
    const text = decoder.decode(parts.length === 1 ? only : Buffer.concat(parts));
    return text.trim() === "" ? undefined : { number, text: text.replace(/\r$/, "") };
  } catch {
    return { number, reason: "it is not UTF-8" };
  }
}

function tooLong(number: number, maxBytes: number): Line {
  return { number, reason: `it is longer than ${maxBytes / 1024 / 1024} MiB` };
}
