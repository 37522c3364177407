import jsonc from "jsonc-parser";

/** The value of a JSON text, in a box because it may be anything; nothing where the text is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Where a text stops being JSON. */
export interface SyntaxFault {
  /** Counts from 1. */
  readonly line: number;
  readonly what: string;
  /** The text is the beginning of a JSON text: it only ends too early. */
  readonly atEnd: boolean;
}

/** The first fault of a text that is not JSON. */
export function findSyntaxFault(text: string): SyntaxFault {
  const faults: SyntaxFault[] = [];
  const onError = (error: number, offset: number, length: number, line: number): void => {
    if (faults.length > 0) return;
    faults.push({ line: line + 1, what: toWords(error), atEnd: length === 0 && offset >= text.length });
  };
  try {
    jsonc.visit(text, { onError }, { disallowComments: true });
  } catch {
    // The parser recurses once a level, and has no bound of its own.
    return { line: 1, what: "it is nested too deeply", atEnd: false };
  }
  return faults[0] ?? { line: 1, what: "it has a character that JSON has not", atEnd: false };
}

/** The line on which each element of a list starts; the keys lead to the list. Empty where that cannot be told. */
export function findElementLines(text: string, keys: readonly string[]): readonly number[] {
  const lines: number[] = [];
  const visitValue = (line: number, path: readonly (string | number)[]): boolean => {
    const index = path[keys.length];
    if (typeof index !== "number" || !keys.every((key, at) => path[at] === key)) return true;
    lines[index] = line + 1;
    return false; // What is inside an element is passed over.
  };
  try {
    jsonc.visit(text, {
      onObjectBegin: (_offset, _length, line, _character, path) => visitValue(line, path()),
      onArrayBegin: (_offset, _length, line, _character, path) => visitValue(line, path()),
      onLiteralValue: (_value, _offset, _length, line, _character, path) => void visitValue(line, path()),
      // The parser notices the end of what is passed over only where somebody listens for ends.
      onObjectEnd: () => {},
      onArrayEnd: () => {},
    });
    return lines;
  } catch {
    return [];
  }
}

function toWords(error: number): string {
  return jsonc
    .printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
}
