/**
 * Combinations of two markets, counted and paged without ever being listed: 9,303 markets have 43,268,253 of them. In
 * a combination the code that comes first in the list is first; `A+B` and `B+A` are the same pair of markets; callers
 * who want the other order ask for it by name.
 */

export interface CombinationPage {
  readonly combinations: readonly string[];
  /** Of all pages. */
  readonly total: number;
}

/**
 * One page of the combinations of `codes`, in their order.
 *
 * @param codes service codes, each once, sorted
 * @param part only combinations that have this text in them, such as `btcusdt` or `btcusdt+kraken`; empty for all
 * @param offset combinations before the page
 */
export function pageOfCombinations(
  codes: readonly string[],
  part: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): CombinationPage {
  const rows = rowsOf(codes, part);
  const combinations: string[] = [];
  let total = 0;
  for (let first = 0; first < codes.length; first++) {
    const size = rows.size(first);
    const skip = Math.max(0, offset - total);
    total += size;
    if (skip >= size || combinations.length >= limit) continue;
    let seen = 0;
    for (let second = first + 1; second < codes.length && combinations.length < limit; second++) {
      if (rows.has(first, second) && seen++ >= skip) combinations.push(`${codes[first]}+${codes[second]}`);
    }
  }
  return { combinations, total };
}

interface Rows {
  /** How many combinations begin with a code. */
  size(first: number): number;
  has(first: number, second: number): boolean;
}

function rowsOf(codes: readonly string[], part: string): Rows {
  const plus = part.indexOf("+");
  if (plus < 0) {
    const matches = codes.map((code) => code.includes(part));
    const after = countAfter(matches);
    return {
      size: (first) => (matches[first] ? codes.length - 1 - first : (after[first] ?? 0)),
      has: (first, second) => matches[first] === true || matches[second] === true,
    };
  }
  const [left, right] = [part.slice(0, plus), part.slice(plus + 1)];
  const begins = codes.map((code) => code.endsWith(left));
  const ends = codes.map((code) => code.startsWith(right));
  const after = countAfter(ends);
  return {
    size: (first) => (begins[first] ? (after[first] ?? 0) : 0),
    has: (first, second) => begins[first] === true && ends[second] === true,
  };
}

/** For each place, how many after it are true. */
function countAfter(flags: readonly boolean[]): number[] {
  const counts = flags.map(() => 0);
  for (let at = flags.length - 2; at >= 0; at--) counts[at] = (counts[at + 1] ?? 0) + (flags[at + 1] ? 1 : 0);
  return counts;
}
