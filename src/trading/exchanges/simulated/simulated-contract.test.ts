import { exchangeContract } from "../../../../test/support/exchange-contract/exchange-contract.ts";
import { othersPlace, QUIET, quietVenue } from "../../../../test/support/exchange-contract/quiet-venue.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { simulatedExchange } from "./simulated-exchange.ts";
import { SimulatedFaults } from "./simulated-faults.ts";

exchangeContract("a simulated venue", () => {
  const clock = manualClock();
  const faults = new SimulatedFaults();
  const venue = quietVenue(toMillis(clock.now()));
  const exchange = simulatedExchange(venue, { clock, faults });
  return Promise.resolve({
    exchange,
    ...QUIET,
    credentials: { token: "contract", secret: "contract" },
    othersPlace: (order) => Promise.resolve(othersPlace(venue, order)),
    settle: () => clock.advance(60),
    faults: {
      loseNextPlace: (when) => faults.loseNextPlace(when),
      refuseNext: () => faults.refuseNext(),
      dropStreams: () => faults.dropStreams(),
      skipBookChange: () => faults.skipBookChange(),
    },
    close: () => exchange.close(),
  });
});
