/** A regular expression's source that matches `text` as it stands. */
export function asPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
