/** A longer column with the same beginning; the rest is 0. */
export function grownColumn(column: Float64Array, length: number): Float64Array {
  const larger = new Float64Array(length);
  larger.set(column);
  return larger;
}
