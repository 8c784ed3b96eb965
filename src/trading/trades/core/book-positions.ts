/**
 * The positions of several strategies, added up by currency. Money of one currency, in units of 1e-18; undefined where a
 * rate for it is missing.
 */

/** A strategy's position in one currency. */
export interface BookPart {
  readonly currency: string;
  /** False at simulated exchanges and on paper. */
  readonly isReal: boolean;
  /** Base units; below 0 for what is owed. */
  readonly amount: bigint;
  /** Below 0 for what a sold amount brought. */
  readonly cost: bigint | undefined;
  /** Before fees. */
  readonly realized: bigint | undefined;
  /** What the amount is worth now; 0 without an amount. */
  readonly value: bigint | undefined;
}

export interface BookPosition {
  readonly currency: string;
  readonly isReal: boolean;
  readonly amount: bigint;
  /** Of one unit. Undefined without an amount, and where one strategy holds what another owes. */
  readonly averagePrice: bigint | undefined;
  readonly unrealized: bigint | undefined;
  readonly realized: bigint | undefined;
}

const ONE = 10n ** 18n;

/** By currency, real money first. What is real is not added to what is made up. */
export function addPositions(parts: readonly BookPart[]): BookPosition[] {
  const groups = new Map<string, BookPart[]>();
  for (const part of parts) {
    const name = `${part.isReal ? "real" : "simulated"} ${part.currency}`;
    groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, group]) => addGroup(group));
}

function addGroup(parts: readonly BookPart[]): BookPosition[] {
  const [first] = parts;
  if (!first) return [];
  const { currency, isReal } = first;
  const amount = parts.reduce((sum, part) => sum + part.amount, 0n);
  const cost = sumOf(parts.map((part) => part.cost));
  const value = sumOf(parts.map((part) => part.value));
  const isOneSided = !parts.some((part) => part.amount < 0n) || !parts.some((part) => part.amount > 0n);
  const averagePrice = amount === 0n || cost === undefined || !isOneSided ? undefined : (cost * ONE) / amount;
  const unrealized = cost === undefined || value === undefined ? undefined : value - cost;
  return [{ currency, isReal, amount, averagePrice, unrealized, realized: sumOf(parts.map((part) => part.realized)) }];
}

function sumOf(terms: readonly (bigint | undefined)[]): bigint | undefined {
  return terms.reduce((sum, term) => (sum === undefined || term === undefined ? undefined : sum + term), 0n);
}
