/** Lines of a tribe's log that hold a text. The lookup does not search logs: this reads page after page, and looks. */
import type { TribeLogLine } from "../../../../../clients/typescript/src/players.ts";

/**
 * Pages of the lines that hold `text`, in whichever case. Pages without one are read and left out, so that each page that
 * comes is worth looking at.
 *
 * @param looked is given how many lines were read so far
 */
export async function* linesWith(
  pages: AsyncIterable<readonly TribeLogLine[]>,
  text: string,
  looked: (lines: number) => void = () => {},
): AsyncGenerator<readonly TribeLogLine[], void, undefined> {
  const wanted = text.toLowerCase();
  let read = 0;
  for await (const page of pages) {
    read += page.length;
    looked(read);
    const found = wanted === "" ? page : page.filter((line) => line.Text.toLowerCase().includes(wanted));
    if (found.length > 0) yield found;
  }
}
