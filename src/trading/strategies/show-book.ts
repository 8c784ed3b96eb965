/** Books as answers show them. */
import type { Static } from "typebox";
import { formatFine } from "../../kit/money/fine.ts";
import { decimalText } from "./core/decimal-text.ts";
import { toSeconds } from "../../kit/time/instant.ts";
import type { MarketDeps } from "../market/index.ts";
import { bookFigures, type BookFigures, type TradeDeps } from "../trades/index.ts";
import type { book } from "./records.ts";
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
      average_price: textOrNull(averagePrice),
      unrealized_pnl: textOrNull(unrealized),
      realized_pnl: textOrNull(realized),
    })),
    uncounted,
    unvalued,
    time_created: toSeconds(createdAt),
  };
}

function text(units: bigint): string {
  return decimalText(formatFine(units));
}

function textOrNull(units: bigint | undefined): string | null {
  return units === undefined ? null : text(units);
}
