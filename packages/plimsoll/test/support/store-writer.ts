// A process that writes to a store until it is killed: STORE_FOLDER, NAME and MODE come with the command.
import { openEmbeddedStore } from "../../src/store/embedded-store.ts";

const [folder = "", name = "", mode = "write"] = process.argv.slice(2);
const store = await openEmbeddedStore({ folder });
const counter = { space: "load", owner: "shared", id: "counter" } as const;
process.stdout.write("ready\n");

if (mode === "count") {
  for (let done = 0; done < 40; ) {
    const current = await store.read(counter);
    const next = Number(current?.value ?? 0) + 1;
    const written = await store.write(counter, next, { over: current?.version ?? null });
    if (written.type === "written") done += 1;
  }
  await store.close();
} else {
  for (let round = 0; ; round += 1) {
    const fill = String(round % 10).repeat(1_000 + ((round * 7_919) % 60_000));
    await store.write({ space: "catalog", owner: "shared", id: `${name}${round % 5}` }, { round, fill });
    process.stdout.write(`${round}\n`);
  }
}
