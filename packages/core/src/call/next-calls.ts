/** The calls a model can make next in this conversation, in the words of its dialect; absent where it cannot. */
export interface NextCalls {
  readonly find?: string | undefined;
  readonly load?: ((wireName: string) => string) | undefined;
  /** With the arguments as JSON, or with `{…}` where nobody knows them. */
  readonly call: (wireName: string, argumentsJson: string) => string;
  /** How to read on in a result that was given in pages. */
  readonly read?: ((handle: string, page: number) => string) | undefined;
}
