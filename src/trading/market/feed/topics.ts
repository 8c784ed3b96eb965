/**
 * The topics of the bus on which the process that is connected to an exchange sends its reports to the others. Every
 * message of the first three begins with a heading (`core/succession.ts`), numbered across the topics. Times by our
 * own clocks are converted to the database's, which all machines know; those of the exchange stay unchanged.
 */

/** Lines of best prices that have changed. Every listing comes at least every ten seconds. */
export function topsTopic(exchange: string): string {
  return `market.tops.${exchange}`;
}

/** Lines of trades. Some may be missing when there are very many. */
export function tradesTopic(exchange: string): string {
  return `market.trades.${exchange}`;
}

/** Lines of whole books that others want, with a heading and numbers of its own. Each comes at least every two seconds. */
export function booksTopic(exchange: string): string {
  return `market.books.${exchange}`;
}

/** The whole books that a process wants (`core/wanted-books.ts`), every second. */
export function wantedTopic(exchange: string): string {
  return `market.wanted.${exchange}`;
}

/** How the exchange does, as JSON, every second. */
export function exchangeTopic(exchange: string): string {
  return `market.exchange.${exchange}`;
}

/** A new listener, or one that has missed something, asks for everything soon. */
export function helloTopic(exchange: string): string {
  return `market.hello.${exchange}`;
}
