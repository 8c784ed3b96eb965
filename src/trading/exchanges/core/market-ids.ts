/** Ids of markets as they are in service codes: `btcusdt`. */

export interface NamedMarket {
  readonly base: string;
  readonly quote: string;
  readonly type: string;
  /** The unified symbol: `BTC/USDT:USDT-250926`. Unique on its exchange. */
  readonly symbol: string;
}

/** The order in which the types of markets get the plain id. */
const FIRST = ["spot", "margin", "swap", "future"];

/**
 * Ids by symbol: base and quote in lower case letters and digits. Where two markets of an exchange would get the same
 * id, the spot market has it, and others get their type as a suffix, then a number. Futures have their type and their
 * date always: a shorter id would go from one that ends to the next, and its orders with it. The same markets get the
 * same ids, in whatever order they come.
 */
export function marketIds(markets: readonly NamedMarket[]): ReadonlyMap<string, string> {
  const sorted = [...markets].sort(
    (a, b) => FIRST.indexOf(a.type) - FIRST.indexOf(b.type) || (a.symbol < b.symbol ? -1 : 1),
  );
  const taken = new Set<string>();
  const ids = new Map<string, string>();
  for (const market of sorted) {
    const plain = plainText(market.base) + plainText(market.quote);
    const dated = plain + plainText(market.type) + plainText(market.symbol.split("-").slice(1).join(""));
    const candidates = market.type === "future" ? [dated] : [plain, plain + plainText(market.type), dated];
    let id = candidates.find((candidate) => !taken.has(candidate));
    for (let number = 2; id === undefined; number++) {
      if (!taken.has(dated + String(number))) id = dated + String(number);
    }
    taken.add(id);
    ids.set(market.symbol, id);
  }
  return ids;
}

/** Letters of other scripts are written as their code points: some exchanges list coins by Chinese names. */
function plainText(text: string): string {
  let plain = "";
  for (const letter of text.toLowerCase()) {
    if (/[a-z0-9]/.test(letter)) plain += letter;
    else if ((letter.codePointAt(0) ?? 0) > 127) plain += `u${(letter.codePointAt(0) ?? 0).toString(16)}`;
  }
  return plain;
}
