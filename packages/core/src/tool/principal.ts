/** Who is asking, from a verified credential, never from what a client says of itself. */
export interface Principal {
  readonly id: string;
  /** What the credential proves besides the identity. */
  readonly claims?: Readonly<Record<string, unknown>>;
}
