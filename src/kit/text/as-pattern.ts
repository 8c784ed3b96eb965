/** A regular expression's source that matches `text` literally. */
export function asPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
