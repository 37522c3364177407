import type { Runtime, StepInput } from "../../runtime/runtime.ts";
import type { SdkTool } from "./sdk-types.ts";

/** Who a conversation is led for, and how. */
export type SurfaceAsker = Pick<StepInput, "mode" | "policy" | "principal">;

/** What a surface consists of. */
export interface SurfaceParts {
  readonly runtime: Runtime;
  /** The host's own tools of the SDK, by canonical name. */
  readonly own: ReadonlyMap<string, SdkTool>;
  /** Tools that the provider defines: carried through as they are. */
  readonly foreign: Readonly<Record<string, SdkTool>>;
  /** Settled once every schema is known; absent where all are. */
  readonly schemas?: Promise<unknown> | undefined;
}
