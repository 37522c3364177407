const UNSEEN = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu;

/**
 * A line of JSON in which every character is seen: JSON itself escapes what is below a space, and leaves the other
 * characters that steer a terminal or hide text as they are. They can only stand in texts, where an escape means the same.
 */
export function escapeUnseen(json: string): string {
  return json.replace(UNSEEN, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
