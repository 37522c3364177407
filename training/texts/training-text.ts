/** What a training text was made from; the mix of kinds is a choice of the recipe. */
export type TextKind = "gloss" | "example" | "tool" | "description" | "name";

/** A text that the table learns from. */
export interface TrainingText {
  readonly kind: TextKind;
  readonly text: string;
}
