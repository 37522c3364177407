import { homedir } from "node:os";
import { basename, sep } from "node:path";
import { nearestKey } from "./nearest-key.ts";

/** What variables stand for. */
export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that the servers work in: the config file's, or the project's where the file lies in a folder of an editor's. */
  readonly folder: string;
  /** What the file asks its user for, by id. */
  readonly inputs: ReadonlyMap<string, Input>;
}

/** Something that an editor would ask its user for; a gateway takes it from the environment. */
export interface Input {
  readonly default?: string;
}

/** A text with its variables filled in, or the first one that could not be, with the reason and the remedy. */
export type Expansion = { readonly type: "ok"; readonly text: string } | ExpansionFailure;

interface ExpansionFailure {
  readonly type: "failed";
  readonly reason: string;
  readonly remedy: string;
}

const VARIABLE = /\$\{[^{}]*\}/g;
const INPUT = /^\$\{input:(.+)\}$/s;
const FORM = /^\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?\}$/s;
const KNOWN = ["VAR", "VAR:-default", "env:VAR", "input:ID", "workspaceFolder", "userHome"].map(
  (form) => `\${${form}}`,
);

/**
 * Fills in `${VAR}`, `${VAR:-default}` and `${env:VAR}` from the environment, `${input:ID}` from
 * `PLIMSOLL_INPUT_ID`, and the few that editors have of their own. What is filled in is not read again, so a
 * value may contain `${`.
 */
export function expandVariables(text: string, variables: Variables): Expansion {
  let failure: ExpansionFailure | undefined;
  const expanded = text.replace(VARIABLE, (written) => {
    const value = lookUp(written, variables);
    if (typeof value === "string") return value;
    failure ??= value;
    return written;
  });
  return failure ?? { type: "ok", text: expanded };
}

/** The environment variables that a text cannot be filled in without. */
export function neededVariables(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([written]) => {
    const [, name, fallback] = FORM.exec(written) ?? [];
    const isFixed = lookUpFixed(written.slice(2, -1), "") !== undefined;
    return name === undefined || fallback !== undefined || isFixed ? [] : [name];
  });
}

/** The environment variable that answers an input. */
export function inputVariable(id: string): string {
  return `PLIMSOLL_INPUT_${id.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}`;
}

function lookUp(written: string, variables: Variables): string | ExpansionFailure {
  const fixed = lookUpFixed(written.slice(2, -1), variables.folder);
  if (fixed !== undefined) return fixed;
  const input = INPUT.exec(written)?.[1];
  if (input !== undefined) return lookUpInput(input, variables);
  const [, name, fallback] = FORM.exec(written) ?? [];
  if (name === undefined) {
    const reason = `${written} is not a variable that Plimsoll knows.`;
    return { type: "failed", reason, remedy: `Use one of ${KNOWN.join(", ")}.` };
  }
  const value = ownValue(variables.env, name);
  // As in a shell, the default also stands in for an empty value.
  if (fallback !== undefined) return value === undefined || value === "" ? fallback : value;
  if (value !== undefined) return value;
  const reason = `The environment variable ${name} is not set.`;
  return { type: "failed", reason, remedy: `Set it, or give a default: \${${name}:-…}.` };
}

/** What editors know without being told. */
function lookUpFixed(name: string, folder: string): string | undefined {
  switch (name) {
    case "workspaceFolder":
      return folder;
    case "workspaceFolderBasename":
      return basename(folder);
    case "userHome":
      return homedir();
    case "pathSeparator":
    case "/":
      return sep;
    default:
      return undefined;
  }
}

function lookUpInput(id: string, { env, inputs }: Variables): string | ExpansionFailure {
  const input = inputs.get(id);
  if (input === undefined) {
    const nearest = nearestKey(id, [...inputs.keys()]);
    const remedy =
      nearest === undefined
        ? `Add { "id": "${id}" } to "inputs", or use an environment variable: \${VAR}.`
        : `Write \${input:${nearest}}.`;
    return { type: "failed", reason: `The input "${id}" is not in "inputs".`, remedy };
  }
  const variable = inputVariable(id);
  const value = ownValue(env, variable) ?? input.default;
  if (value !== undefined) return value;
  const reason = `The input "${id}" has no value.`;
  return { type: "failed", reason, remedy: `Set the environment variable ${variable}.` };
}

function ownValue(env: Variables["env"], name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}
