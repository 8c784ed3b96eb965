/** Values of indicators as they are shown: without the digits that computing with binary fractions adds. */
import { significant, toPlaces } from "../../../kit/money/decimals.ts";
import type { answerOf } from "./answer.ts";

/** Beyond those of prices. */
const MORE_PLACES = 8;

type Indicators = ReturnType<typeof answerOf>["indicators"];

/**
 * The same for every range that is asked for: how a value is shown follows from the market alone.
 *
 * @param pricePlaces decimals of a price
 */
export function shownIndicators(indicators: Indicators, pricePlaces: number): Indicators {
  const places = Math.max(0, pricePlaces) + MORE_PLACES;
  const shown = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : toPlaces(significant(value), places)));
  return Object.fromEntries(
    Object.entries(indicators).map(([name, values]) => [
      name,
      Array.isArray(values)
        ? shown(values)
        : Object.fromEntries(Object.entries(values).map(([line, each]) => [line, shown(each)])),
    ]),
  );
}
