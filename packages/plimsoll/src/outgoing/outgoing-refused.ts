/**
 * A request that is not made, for where it would go. A `TypeError`, as every failure of `fetch` is: whoever takes
 * other errors for an answer does not take this one for one.
 */
export class OutgoingRefused extends TypeError {
  override readonly name = "OutgoingRefused";
}
