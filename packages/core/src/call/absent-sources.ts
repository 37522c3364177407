/**
 * What a host knows of sources that are not in the catalog, because they are still starting or have failed: a model is
 * told so, and not that there is no such tool.
 *
 * Contract:
 * - Nothing is said of a source that policy keeps from the asker.
 * - Sentences are short, and so is their number: they are read by a model.
 */
export interface AbsentSources {
  /** Why a tool of this name cannot be had now; nothing, where the name is not of one of these sources. */
  whyNot(name: string): string | undefined;
  /** What a search does not reach, a sentence each. */
  readonly sentences: readonly string[];
}
