/**
 * The topics of the bus on which the process that is connected to an exchange tells the others of it. Every message of
 * the first three begins with a heading (`core/succession.ts`), numbered across the topics. Times by our
 * own clocks are told by the database's, which all machines know; those of the exchange as they are.
 */

/** Lines of best prices that have changed. Every listing comes at least every ten seconds. */
export function topsTopic(exchange: string): string {
  return `market.tops.${exchange}`;
}

/** Lines of trades. Some may be missing when there are very many. */
export function tradesTopic(exchange: string): string {
  return `market.trades.${exchange}`;
}

/** How the exchange does, as JSON, every second. */
export function exchangeTopic(exchange: string): string {
  return `market.exchange.${exchange}`;
}

/** Somebody has begun to listen, or has missed something, and would like to hear everything soon. */
export function helloTopic(exchange: string): string {
  return `market.hello.${exchange}`;
}
