import type { Strategy } from "../strategy.ts";
import { native } from "./native.ts";

/** Only the head is in the array; loaded tools are added inside the history, as entries of their own. */
export const transcript: Strategy = { ...native, name: "transcript" };
