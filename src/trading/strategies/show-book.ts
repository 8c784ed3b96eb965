/** Books as answers show them. */
import type { Static } from "typebox";
import { FINE_ONE, formatFine } from "../../kit/money/fine.ts";
import { decimalText } from "./core/decimal-text.ts";
import { toSeconds } from "../../kit/time/instant.ts";
import type { MarketDeps } from "../market/index.ts";
import { bookFigures, money, type BookFigures, type TradeDeps } from "../trades/index.ts";
import type { book } from "./book-record.ts";
import type { StoredBook } from "./store.ts";

type ShownBook = Static<typeof book>;

/** Books of an account with their positions of now. */
export async function showBooks(
  deps: TradeDeps & MarketDeps,
  ownerUid: number,
  books: readonly StoredBook[],
): Promise<ShownBook[]> {
  const figures = await bookFigures(deps, ownerUid, books);
  return figures.flatMap((each, at) => {
    const stored = books[at];
    return stored ? [showBook(stored, each)] : [];
  });
}

function showBook(
  { id, name, codes, profiles, baseCurrency, createdAt }: StoredBook,
  { positions, uncounted, unvalued }: BookFigures,
): ShownBook {
  return {
    id: String(id),
    name,
    codes: [...codes],
    profiles: profiles.map(String),
    base_currency: baseCurrency,
    position: positions.map(({ currency, isReal, amount, averagePrice, unrealized, realized }) => ({
      currency,
      money: isReal ? ("real" as const) : ("simulated" as const),
      amount: text(amount),
      average_price: averagePrice === undefined ? null : priceText(averagePrice),
      unrealized_pnl: unrealized === undefined ? null : money(unrealized),
      realized_pnl: realized === undefined ? null : money(realized),
    })),
    uncounted,
    unvalued,
    time_created: toSeconds(createdAt),
  };
}

function text(units: bigint): string {
  return decimalText(formatFine(units));
}

/** Eight places; more for what costs less than one unit. */
export function priceText(units: bigint): string {
  return units >= FINE_ONE ? money(units) : text(units);
}
