/** The strategy that is measured: it takes what is offered when the ask is below a price. */
import type { LibraryAlgorithm } from "../../src/trading/algorithms/core/library.ts";

const ID = 900_990;

export const ON_TRIGGER: LibraryAlgorithm = {
  id: ID,
  revision: 1,
  definition: {
    groupName: "bench",
    name: "on_trigger",
    reverseId: null,
    comments: "",
    maximumSuccessful: null,
    maximumCanceled: null,
    cpaSuccessful: "0.00000000",
    cpaCanceled: "0.00000000",
    packageMinimum: null,
    monthlyFee: "0.00000000",
    conditions: [
      {
        id: ID * 100,
        formula: {
          metric: "price_ask",
          indicator: undefined,
          relation: "less_than",
          operand: "input_number",
          count: undefined,
        },
        side1: "asks",
        side2: "bids",
        join: "and",
      },
    ],
    executions: [
      {
        id: ID * 100 + 50,
        label: "Taker",
        side: "buy",
        orderType: "taker",
        dependsOn: null,
        trigger: "on_conditions",
        priceSource: "same",
        reduceOnly: false,
      },
    ],
  },
};
