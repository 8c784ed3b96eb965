import { exchangeContract } from "../../../../test/support/exchange-contract/exchange-contract.ts";
import { othersPlace, QUIET, quietVenue } from "../../../../test/support/exchange-contract/quiet-venue.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { simulatedExchange } from "../simulated/simulated-exchange.ts";
import { SimulatedFaults } from "../simulated/simulated-faults.ts";
import { paperExchange } from "./paper-exchange.ts";

exchangeContract("a paper exchange", () => {
  const clock = manualClock();
  const faults = new SimulatedFaults();
  const venue = quietVenue(toMillis(clock.now()));
  const live = simulatedExchange(venue, { clock, faults });
  const exchange = paperExchange(live, { clock });
  return Promise.resolve({
    exchange,
    ...QUIET,
    credentials: { token: "contract", secret: "contract" },
    othersPlace: (order) => Promise.resolve(othersPlace(venue, order)),
    settle: () => clock.advance(60),
    faults: { skipBookChange: () => faults.skipBookChange() },
    close: async () => {
      await exchange.close();
      await live.close();
    },
  });
});
