import { describe, expect, test } from "vitest";
import { addPositions, type BookPart } from "./book-positions.ts";

const ONE = 10n ** 18n;

const part = (more: Partial<BookPart>): BookPart => ({
  currency: "BTC",
  isReal: true,
  amount: ONE,
  cost: 100n * ONE,
  realized: 0n,
  value: 110n * ONE,
  ...more,
});

describe("positions of a book", () => {
  test("are those of its strategies added up, at the average price of all", () => {
    const more = part({ amount: 3n * ONE, cost: 500n * ONE, realized: 7n * ONE, value: 330n * ONE });
    expect(addPositions([part({}), more])).toEqual([
      {
        currency: "BTC",
        isReal: true,
        amount: 4n * ONE,
        averagePrice: 150n * ONE,
        unrealized: -160n * ONE,
        realized: 7n * ONE,
      },
    ]);
  });

  test("keep currencies apart, and real money from what is made up", () => {
    const found = addPositions([part({ isReal: false }), part({ currency: "ETH" }), part({})]);
    expect(found.map(({ currency, isReal }) => [currency, isReal])).toEqual([
      ["BTC", true],
      ["ETH", true],
      ["BTC", false],
    ]);
  });

  test("have an average price above 0 also where more was sold than bought", () => {
    const [short] = addPositions([part({ amount: -ONE, cost: -100n * ONE, value: -110n * ONE })]);
    expect(short).toMatchObject({ averagePrice: 100n * ONE, unrealized: -10n * ONE });
  });

  test("have no average price where one strategy owes what another holds, or where nothing is held", () => {
    const owed = part({ amount: -2n * ONE, cost: -210n * ONE, value: -220n * ONE });
    const [mixed] = addPositions([part({}), owed]);
    expect(mixed).toMatchObject({ amount: -ONE, averagePrice: undefined, unrealized: 0n });
    const closed = part({ amount: 0n, cost: 0n, value: 0n, realized: 5n });
    expect(addPositions([closed])).toMatchObject([{ averagePrice: undefined, unrealized: 0n, realized: 5n }]);
  });

  test("say that a price or a rate is missing, rather than leave its part out", () => {
    expect(addPositions([part({}), part({ value: undefined })])).toMatchObject([
      { averagePrice: 100n * ONE, unrealized: undefined, realized: 0n },
    ]);
    const unknown = part({ cost: undefined, realized: undefined, value: undefined });
    expect(addPositions([part({}), unknown])).toMatchObject([
      { amount: 2n * ONE, averagePrice: undefined, unrealized: undefined, realized: undefined },
    ]);
  });
});
