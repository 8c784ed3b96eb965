/** What is entered with commas or spaces between, as a list. */
export function wordsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((each) => each !== "");
}
