/** A failure whose words are Plimsoll's own. */
export class ExpectedOAuthFailure extends Error {
  override readonly name = "ExpectedOAuthFailure";
}
