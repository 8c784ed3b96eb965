/** Slices as those of `twap_buy`, while the price has not risen by so many percent since the start: which is stored then. */
import { LIBRARY, type LibraryAlgorithm } from "../../../src/trading/algorithms/core/library.ts";

const ID = 900_991;
const [twap] = LIBRARY;
if (!twap) throw new Error("the library is empty");

export const FROM_START: LibraryAlgorithm = {
  id: ID,
  revision: 1,
  definition: {
    ...twap.definition,
    groupName: "tests",
    name: "twap_from_start",
    reverseId: null,
    conditions: [
      {
        id: ID * 100,
        formula: {
          metric: "price_ask",
          indicator: undefined,
          relation: "less_or_equal",
          operand: "input_percent",
          count: undefined,
        },
        side1: "asks",
        side2: "bids",
        join: "and",
      },
    ],
  },
};
