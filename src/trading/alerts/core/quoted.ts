/** Line breaks in quoted text would look like lines of ours, and NUL cannot be stored. */
const CONTROL = /\p{Cc}/gu;

/** Text of a user or a machine, as part of our text: its beginning, on one line. */
export function quoted(text: string, maxCharacters: number): string {
  return text.slice(0, maxCharacters).replace(CONTROL, " ");
}
