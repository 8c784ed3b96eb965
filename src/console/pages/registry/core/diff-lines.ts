/** Which lines of a text are new in another one. */

export interface DiffLine {
  readonly mark: "same" | "added" | "removed";
  readonly text: string;
}

/** More cells than this take the browser's breath: the middle of such texts is shown as replaced. */
const MAX_CELLS = 4_000_000;

/** The lines of both texts in their order, with as many of them the same as can be. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [left, right] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  return [
    ...marked("same", left.slice(0, start)),
    ...diffMiddle(left.slice(start, left.length - end), right.slice(start, right.length - end)),
    ...marked("same", left.slice(left.length - end)),
  ];
}

function marked(mark: DiffLine["mark"], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ mark, text }));
}

function diffMiddle(left: readonly string[], right: readonly string[]): DiffLine[] {
  const width = right.length + 1;
  if ((left.length + 1) * width > MAX_CELLS) return [...marked("removed", left), ...marked("added", right)];
  // Length of the longest common sequence of what is behind each pair of places.
  const common = new Uint32Array((left.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      common[i * width + j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [removed, added] = [left[i], right[j]];
    if (removed !== undefined && removed === added) {
      lines.push({ mark: "same", text: removed });
      i++;
      j++;
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: "removed", text: removed });
      i++;
    } else if (added !== undefined) {
      lines.push({ mark: "added", text: added });
      j++;
    }
  }
  return lines;
}
