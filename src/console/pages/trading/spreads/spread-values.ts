/** What a spread is worth: from the ratio of ask to bid, and the fees of both sides. */

/** In percent of what is paid: what selling at the bid brings over buying at the ask, before fees. */
export function returnPercent(ratio: number): number {
  return (1 / ratio - 1) * 100;
}

/** As `returnPercent`, less the fee of the purchase and that of the sale, as the platform's own list of arbitrage has it. */
export function netPercent(ratio: number, buyFee: number, sellFee: number): number {
  return returnPercent(ratio) - (buyFee + sellFee / ratio) * 100;
}

/** With its sign and three places: `+0.125 %`. */
export function signedText(percent: number): string {
  const text = percent.toFixed(3);
  return `${percent > 0 && Number(text) !== 0 ? "+" : ""}${text} %`;
}
