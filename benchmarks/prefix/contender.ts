import type { Script } from "./script.ts";

/** One way to lead the scripted conversation. */
export interface Contender {
  readonly name: string;
  /** Leads it, and answers the bodies of its requests, in order. */
  run(script: Script): Promise<readonly string[]>;
}
