/** What the strategies of books hold and have earned. */
import { floorDivide, FINE_ONE } from "../../kit/money/fine.ts";
import type { MarketDeps } from "../market/index.ts";
import { addPositions, type BookPart, type BookPosition } from "./core/book-positions.ts";
import type { TradeDeps } from "./deps.ts";
import { fine } from "./show-money.ts";
import type { ProfilePosition } from "./store.ts";
import { countAll, dollarsIn, dollarsNow } from "./unrealized.ts";

/** Whose positions are added up. */
interface Book {
  readonly profiles: readonly number[];
  /** Markets whose base currencies count; all without any. */
  readonly codes: readonly string[];
  /** In which prices and profits are. */
  readonly baseCurrency: string;
}

/** Amounts in units of 1e-18. */
export interface BookFigures {
  readonly positions: readonly BookPosition[];
  /** Trades of the account that are not counted yet. */
  readonly uncounted: number;
  /** Trades of its strategies that could not be valued. */
  readonly unvalued: number;
}

type Deps = TradeDeps & MarketDeps;

/** The figures of each book, in the order of the books. Counts first what was traded since. */
export async function bookFigures(deps: Deps, ownerUid: number, books: readonly Book[]): Promise<BookFigures[]> {
  const { tradeBooks } = deps;
  const profileIds = [...new Set(books.flatMap(({ profiles }) => profiles))];
  if (profileIds.length === 0) return books.map(() => ({ positions: [], uncounted: 0, unvalued: 0 }));
  const uncounted = await countAll(deps, ownerUid);
  const positions = await tradeBooks.profilePositions(ownerUid, profileIds);
  const unvalued = await tradeBooks.profileUnvalued(ownerUid, profileIds);
  const byProfile = new Map<number, ProfilePosition[]>(profileIds.map((id) => [id, []]));
  for (const each of positions) byProfile.get(each.profileId)?.push(each);
  return books.map((book) => {
    const held = book.profiles.flatMap((id) => byProfile.get(id) ?? []).filter(countsIn(deps, book));
    return {
      positions: addPositions(held.map((each) => partOf(deps, each, book.baseCurrency))),
      uncounted,
      unvalued: book.profiles.reduce((sum, id) => sum + (unvalued.get(id) ?? 0), 0),
    };
  });
}

function countsIn({ market }: Deps, { codes }: Book): (held: ProfilePosition) => boolean {
  const currencies = new Set(codes.map((code) => market.listing(code)?.market.base));
  // A market that is gone is known by the trades there.
  return ({ base, code }) => codes.length === 0 || currencies.has(base) || codes.includes(code);
}

function partOf(deps: Deps, held: ProfilePosition, baseCurrency: string): BookPart {
  const exchange = deps.market.listing(held.code)?.exchange ?? held.code.slice(0, held.code.indexOf("-"));
  const inBase = (dollars: bigint | undefined): bigint | undefined =>
    dollars === undefined ? undefined : dollarsIn(deps, dollars, { currency: baseCurrency, exchange });
  const amount = fine(held.amount);
  const price = amount === 0n ? 0n : dollarsNow(deps, held);
  return {
    currency: held.base,
    isReal: held.isReal,
    amount,
    cost: inBase(fine(held.cost)),
    realized: inBase(fine(held.realized)),
    value: inBase(price === undefined ? undefined : floorDivide(amount * price, FINE_ONE)),
  };
}
