/** Line breaks in what is quoted would look like lines of ours, and NUL cannot be stored. */
const CONTROL = /\p{Cc}/gu;

/** What a user or a machine has written, as part of a text of ours: the beginning of it, on one line. */
export function quoted(text: string, maxCharacters: number): string {
  return text.slice(0, maxCharacters).replace(CONTROL, " ");
}
