/**
 * Answers that the exchange did not give: the page of a proxy, a firewall or a maintenance, with status 200, or an object without
 * members in the place of a list. The library passes them on, and reads no orders, no trades and no balance in them.
 */
import { noteResponse } from "./error-facts.ts";
import type { CcxtExchange } from "./library.ts";

/** Named like the library's class of answers that it cannot read. */
class UnreadableAnswer extends Error {
  override readonly name = "BadResponse";
}

/** What may be confirmed without a word. Some exchanges are asked for their lists by POST. */
const WORDLESS: ReadonlySet<unknown> = new Set(["PUT", "DELETE"]);

/** Refuses answers that are not JSON or say nothing, and remembers of which answer an error was made. */
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
    if (WORDLESS.has(rest[0]) && isWordless(answer)) return answer;
    if (isWordless(answer)) throw new UnreadableAnswer(`An answer of status ${String(response.status)} says nothing`);
    // What the library could read is not a text any more, but for single values.
    if (typeof answer !== "string" || isValue(answer)) return answer;
    throw new UnreadableAnswer(`An answer of status ${String(response.status)} is not JSON: ${answer}`);
  };
}

/** Nothing, or an object without members. A list in which nothing is, and an envelope around it, are more than that. */
function isWordless(answer: unknown): boolean {
  if (typeof answer === "string") return answer.trim() === "";
  return typeof answer === "object" && answer !== null && !Array.isArray(answer) && Object.keys(answer).length === 0;
}

/** Whether it is JSON. An exchange that answers nothing has no list in which nothing would be. */
function isValue(text: string): boolean {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
}
