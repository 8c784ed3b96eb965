import { expect, test } from "vitest";
import type { Listing } from "../market/index.ts";
import { showRows } from "./show-overview.ts";
import type { StoredProfile } from "./store.ts";

const MARKET = { tickSize: "0.01", stepSize: "0.001", minAmount: "0.001", minNotional: "0" };

test("the slices of a row are counted in whole steps of its market, as a run sends them", () => {
  const settings = { executable_codes: ["simalpha-btcusdt"], executable_values: ["0.0015"], parent: "0.01" };
  const profile = { algorithm: { rows: [{ side: "buy" }] }, settings } as unknown as StoredProfile;
  const slices = (listing: Listing | undefined) => {
    const market = { listing: () => listing, usdRate: () => undefined, top: () => ({ askPrice: 0, bidPrice: 0 }) };
    return showRows(profile, { unhedged: {} }, [], market as never).map((row) => row.slices_total);
  };
  expect(slices({ market: MARKET } as Listing)).toEqual([10]);
  expect(slices(undefined)).toEqual([7]);
});

test("the average price of a row has 8 places, and more where it is below one unit", () => {
  const profile = { algorithm: { rows: [{ side: "buy" }] }, settings: {} } as unknown as StoredProfile;
  const market = { listing: () => undefined, usdRate: () => undefined, top: () => ({ askPrice: 0, bidPrice: 0 }) };
  const average = (cost: string) => {
    const own = { strategyId: 1, row: 0, side: "buy", open: 0, slices: 1, filled: "3", cost } as const;
    return showRows(profile, { unhedged: {} }, [own], market as never)[0]?.average_price;
  };
  expect(average("1000")).toBe("333.33333333");
  expect(average("0.00001")).toBe("0.000003333333333333");
});
