import fc from "fast-check";

/**
 * The same cases in every run, so that a red run is a red change. `PLIMSOLL_SEED=random` looks for new ones;
 * a number repeats what such a run printed.
 */
const FIXED_SEED = 20_261_116;

const asked = process.env["PLIMSOLL_SEED"];
if (asked !== "random") fc.configureGlobal({ seed: asked === undefined ? FIXED_SEED : Number(asked) });
