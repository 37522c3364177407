/** Runs one example by its folder's name: `npm run -s example -- loop`. */
const [name = ""] = process.argv.slice(2);
if (!/^[a-z-]+$/.test(name)) {
  console.error("Name an example, such as: npm run -s example -- loop");
  process.exitCode = 2;
} else {
  await import(`./${name}/main.ts`);
}
