import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { othersPlace, QUIET, quietVenue } from "../../../../test/support/exchange-contract/quiet-venue.ts";
import { manualClock, type ManualClock } from "../../../../test/support/manual-clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import type { Venue } from "../../simulation/index.ts";
import type { Exchange, ExchangeAccount, NewOrder } from "../port.ts";
import { simulatedExchange } from "../simulated/simulated-exchange.ts";
import { paperExchange } from "./paper-exchange.ts";

let clock: ManualClock;
let venue: Venue;
let live: Exchange;
let paper: Exchange;
let ann: ExchangeAccount;

beforeEach(() => {
  clock = manualClock();
  venue = quietVenue(toMillis(clock.now()));
  live = simulatedExchange(venue, { clock });
  paper = paperExchange(live, { clock });
  ann = paper.account({ token: "ann", secret: "" });
});

afterEach(async () => {
  await paper.close();
  await live.close();
});

let ids = 0;
const order = (side: "buy" | "sell", amount: string, price: string): NewOrder => {
  return { marketId: QUIET.marketId, clientOrderId: `p${++ids}`, side, type: "limit", amount, price };
};

describe("a paper exchange", () => {
  test("says what it is, and of which exchange", () => {
    expect(paper).toMatchObject({ code: "simquiet_paper", name: "Quiet (simulated) (paper)", kind: "paper" });
  });

  test("never sends an order to the live exchange", async () => {
    await ann.place(order("buy", "1", "900"));
    expect((await live.book(QUIET.marketId, 5)).bids).toEqual([]);
  });

  test("fills takers against the live levels, and what they took is not there for their next order", async () => {
    othersPlace(venue, { side: "sell", price: "1000", amount: "1" });
    expect((await ann.place(order("buy", "0.6", "1000"))).filled).toBe("0.60000000");
    const next = await ann.place(order("buy", "0.6", "1000"));
    expect(next).toMatchObject({ state: "open", filled: "0.40000000" });
    const bob = paper.account({ token: "bob", secret: "" });
    expect((await bob.place(order("buy", "1", "1000"))).state).toBe("filled");
  });

  // 16.58 and 8.2 times 1e8 are a hair below whole numbers.
  test.each([
    ["sell", "buy"],
    ["buy", "sell"],
  ] as const)("fills the whole of a live %s order at its exact price and quantity, to 1e-8", async (theirs, mine) => {
    othersPlace(venue, { side: theirs, price: "16.58", amount: "8.2" });
    await ann.place(order(mine, "8.2", "16.58"));
    const [fill, ...others] = await ann.fills(QUIET.marketId, { limit: 5 });
    expect(fill).toMatchObject({ price: "16.58000000", amount: "8.20000000" });
    expect(others).toEqual([]);
  });

  test("fills an order that rests when live trades go through its price, not when they only touch it", async () => {
    othersPlace(venue, { side: "buy", price: "998", amount: "0.5" });
    othersPlace(venue, { side: "buy", price: "1000", amount: "0.2" });
    const mine = order("buy", "1", "999");
    await ann.place(mine);
    await clock.advance(60);
    othersPlace(venue, { side: "sell", price: "999", amount: "0.2" });
    await clock.advance(60);
    expect((await ann.find(mine))?.filled).toBe("0.00000000");
    othersPlace(venue, { side: "sell", price: "998", amount: "0.3" });
    await clock.advance(60);
    expect((await ann.find(mine))?.filled).toBe("0.30000000");
    const [fill] = await ann.fills(QUIET.marketId, { limit: 1 });
    expect(fill).toMatchObject({ price: "999.00000000", isMaker: true });
  });

  test("takes orders in a market that was listed after the first of them", async () => {
    let isListed = false;
    const all = await live.markets();
    Object.assign(live, {
      markets: () => Promise.resolve(all.filter(({ id }) => isListed || id !== QUIET.otherMarketId)),
    });
    const place = () => ann.place({ ...order("buy", "1", "900"), marketId: QUIET.otherMarketId });
    await expect(place()).rejects.toMatchObject({ reason: "unknownMarket" });
    isListed = true;
    await clock.advance(10 * MINUTE_MS);
    const placed = await place();
    isListed = false;
    await paper.markets();
    expect(await ann.cancel(placed)).toMatchObject({ state: "canceled" });
  });

  test("keeps two accounts apart: they never trade with each other", async () => {
    const bob = paper.account({ token: "bob", secret: "" });
    await bob.place(order("sell", "1", "1000"));
    expect(await ann.place(order("buy", "1", "1000"))).toMatchObject({ state: "open", filled: "0.00000000" });
  });

  test("keeps the market watched only while something is open there", async () => {
    const mine = order("buy", "1", "999");
    await ann.place(mine);
    await clock.advance(60);
    await ann.cancel(mine);
    othersPlace(venue, { side: "sell", price: "990", amount: "1" });
    await clock.advance(60);
    // Without a watch, it asks for the book again.
    expect((await ann.place(order("buy", "1", "999"))).cost).toBe("990.00000000");
  });
});
