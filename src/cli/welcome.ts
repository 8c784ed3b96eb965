/** The output of the first start on a terminal: where to go, how to log in, and what to try. */
import type { DemoFacts } from "../kit/service.ts";

const REQUESTS = 3;

/** The lines of the box. Values and requests are on lines of their own, without a frame, so that they can be copied. */
export function welcome(url: string, facts: readonly DemoFacts[]): string {
  const values = [{ name: "Address", value: url }, ...facts.flatMap(({ values: each }) => each)];
  const width = Math.max(...values.map(({ name }) => name.length));
  const requests = inTurns(facts.map((each) => each.requests)).slice(0, REQUESTS);
  const rule = "─".repeat(72);
  return [
    rule,
    ...values.map(({ name, value }) => `${name.padEnd(width)}  ${value}`),
    "",
    "Shown this once. Try:",
    ...requests.map(({ path, authorization }) => {
      const header = authorization === undefined ? "" : `-H 'Authorization: ${authorization}' `;
      return `curl ${header}'${url}${path}'`;
    }),
    rule,
    "",
  ].join("\n");
}

/** The first of each list, then the second of each, and so on. */
function inTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
