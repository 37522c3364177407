/** Before the tests: what is published is what they run, as the source is now. */
export async function setup(): Promise<void> {
  await import("../scripts/bundle-cli.ts");
}
