/** What a search has come up with. */
export interface Strength {
  /** For the part of the request that is answered best: its best lexical score over the root of what was possible. */
  readonly said: number;
  /** The greatest cosine of any tool in reach; nothing where meaning was not searched. */
  readonly meant: number | undefined;
  /** How many different words the request has. */
  readonly words: number;
}

/** Below this, words alone are chance. */
const LEAST_SAID = 0.2;
/** Below this, words and meaning together are chance; a request of few words comes near to nothing by chance. */
const LEAST_EVIDENCE = { few: 0.3, many: 0.42 };
const FEW_WORDS = 6;
const SAID_SHARE = 0.25;
/** From this on words are no chance, whatever they mean. */
const ENOUGH_SAID = 0.8;

/**
 * Whether what was found is no better than chance, so that "nothing matches" is the better answer. The limits are
 * set on development data; docs/design/semantic.md has what they catch and what they cost.
 */
export function isNoMatch({ said, meant, words }: Strength): boolean {
  if (meant === undefined) return said < LEAST_SAID;
  if (said >= ENOUGH_SAID) return false;
  return meant + SAID_SHARE * said < (words < FEW_WORDS ? LEAST_EVIDENCE.few : LEAST_EVIDENCE.many);
}
