import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The licences of the packages that some files come from, as those ask for who hands on their code. */
export function noticesOf(root: string, files: readonly string[]): string {
  const folders = new Set(
    files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
  );
  return [...folders]
    .map((folder) => noticeOf(join(root, folder)))
    .sort()
    .join("\n");
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.length === 0) throw new Error(`${name} has no text of its licence (${license}).`);
  return `${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}
