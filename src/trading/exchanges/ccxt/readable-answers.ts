/**
 * Answers that the exchange did not give: the page of a proxy, a firewall or a maintenance, with status 200. The library passes such a
 * text on, and reads no orders, no trades and no balance in it.
 */
import { noteResponse } from "./error-facts.ts";
import type { CcxtExchange } from "./library.ts";

/** Named like the library's class of answers that it cannot read. */
class UnreadableAnswer extends Error {
  override readonly name = "BadResponse";
}

/** What may be confirmed without a word. Some exchanges are asked for their lists by POST. */
const WORDLESS: ReadonlySet<unknown> = new Set(["PUT", "DELETE"]);

/** Refuses answers that are not JSON, and remembers of which answer an error was made. */
export function requireReadable(exchange: CcxtExchange, nowMs: () => number): void {
  const { handleRestResponse } = exchange;
  exchange.handleRestResponse = async (response, url, ...rest) => {
    let answer: unknown;
    try {
      answer = await handleRestResponse.call(exchange, response, url, ...rest);
    } catch (error) {
      noteResponse(error, response, nowMs());
      throw error;
    }
    // What the library could read is not a text any more, but for single values.
    if (typeof answer !== "string" || isValue(answer)) return answer;
    if (answer.trim() === "" && WORDLESS.has(rest[0])) return answer;
    throw new UnreadableAnswer(`An answer of status ${String(response.status)} is not JSON: ${answer}`);
  };
}

/** Whether it is JSON. An exchange that answers nothing has no list in which nothing would be. */
function isValue(text: string): boolean {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
}
