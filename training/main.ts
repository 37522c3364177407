import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { parseTable, serialiseTable } from "@plimsoll/semantic";
import { learnTable } from "./learn/learn-table.ts";
import { matrixOf } from "./learn/matrix.ts";
import { RECIPE } from "./recipe.ts";
import { checkTable } from "./self-check.ts";
import { runTeacher } from "./teacher/run-teacher.ts";
import { collectTexts } from "./texts/collect-texts.ts";
import { writeTable } from "./write-table.ts";

const STEPS = ["texts", "vectors", "train"] as const;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Goes through the recipe up to the step asked for; each step stands on the ones before it. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { workers: { type: "string", default: String(availableParallelism()) } },
  });
  const last = positionals[0] ?? "train";
  const workers = Number(values.workers);
  if (!STEPS.some((step) => step === last))
    throw new Error(`There is no step "${last}": use ${STEPS.join(", ")}.`);
  if (!(Number.isInteger(workers) && workers > 0)) {
    throw new Error(`--workers is "${values.workers}": give a whole number above 0.`);
  }

  const { texts, counts, hash } = collectTexts(RECIPE);
  say(
    `texts: ${texts.length} (${Object.entries(counts)
      .map((entry) => entry.join(" "))
      .join(", ")})`,
  );
  say(`texts: sha256 ${hash}`);
  if (last === "texts") return;

  const strings = texts.map(({ text }) => text);
  const teacher = await runTeacher(strings, workers);
  say(`vectors: ${teacher.pieceVectors.length} wordpieces, ${teacher.textVectors.length} texts`);
  if (last === "vectors") return;

  const isHeldBack = (_: unknown, at: number) => at % RECIPE.heldBack === 0;
  const isLearned = (_: unknown, at: number) => at % RECIPE.heldBack !== 0;
  const learned = { ...teacher, textVectors: teacher.textVectors.filter(isLearned) };
  const { table, quantisationLoss } = learnTable(
    strings.filter(isLearned),
    learned,
    RECIPE,
    (epoch, cosine) => {
      say(`train: epoch ${epoch} of ${RECIPE.epochs}, mean cosine ${cosine.toFixed(4)}`);
    },
  );
  const bytes = serialiseTable(table);
  const { id } = parseTable(bytes);
  const report = await checkTable(bytes, {
    quantisationLoss,
    texts: strings.filter(isHeldBack),
    teacher: matrixOf(teacher.textVectors.filter(isHeldBack), table.teacherDimensions).numbers,
  });
  for (const { near, far } of report.pairs) {
    say(
      `check: ${near.texts.join(" ~ ")} ${near.cosine.toFixed(2)}, ${far.texts[1]} ${far.cosine.toFixed(2)}`,
    );
  }
  say(`check: mean cosine to the teacher on held-back texts ${report.heldBackCosine.toFixed(4)}`);
  say(`check: loss by quantising ${quantisationLoss.toExponential(1)}`);
  if (report.problems.length > 0) {
    throw new Error(
      `The table is not written:\n${report.problems.map((problem) => `- ${problem}`).join("\n")}`,
    );
  }
  writeTable(bytes, id, table.dimensions, {
    id,
    bytes: bytes.length,
    texts: { count: texts.length, ...counts, sha256: hash },
    recipe: RECIPE,
    heldBackCosine: Number(report.heldBackCosine.toFixed(4)),
  });
  say(`table: ${id}, ${bytes.length} bytes`);
}

await main();
