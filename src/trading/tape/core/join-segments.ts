/** Puts what was read in pieces together into columns that are sorted by their first, the time. */

/** The same number of columns in every segment. Rows of one time keep their order. */
export function joinSegments(segments: readonly (readonly Float64Array[])[], columnCount: number): Float64Array[] {
  const filled = segments.filter((segment) => (segment[0]?.length ?? 0) > 0);
  const [only] = filled;
  const joined = filled.length === 1 && only ? [...only] : concatenated(filled, columnCount);
  return isSorted(joined[0] ?? new Float64Array()) ? joined : sorted(joined);
}

function concatenated(segments: readonly (readonly Float64Array[])[], columnCount: number): Float64Array[] {
  const length = segments.reduce((sum, [ms]) => sum + (ms?.length ?? 0), 0);
  return Array.from({ length: columnCount }, (_, place) => {
    const column = new Float64Array(length);
    let at = 0;
    for (const segment of segments) {
      const part = segment[place] ?? new Float64Array();
      column.set(part, at);
      at += part.length;
    }
    return column;
  });
}

function isSorted(ms: Float64Array): boolean {
  for (let row = 1; row < ms.length; row++) if ((ms[row] ?? 0) < (ms[row - 1] ?? 0)) return false;
  return true;
}

function sorted(columns: readonly Float64Array[]): Float64Array[] {
  const ms = columns[0] ?? new Float64Array();
  const order = Uint32Array.from(ms, (_, row) => row).sort(
    (one, other) => (ms[one] ?? 0) - (ms[other] ?? 0) || one - other,
  );
  return columns.map((column) => Float64Array.from(order, (row) => column[row] ?? 0));
}
