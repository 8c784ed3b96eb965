/** A simulated exchange whose accounts are kept in a database. */
import type { Database } from "../../src/kit/sql/database.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import type { Clock } from "../../src/kit/time/clock.ts";
import { toMillis } from "../../src/kit/time/instant.ts";
import { KeptSeats } from "../../src/trading/exchanges/engine-account/kept-seats.ts";
import type { Exchange } from "../../src/trading/exchanges/port.ts";
import { simulatedExchange } from "../../src/trading/exchanges/simulated/simulated-exchange.ts";
import { engineAccountStore } from "../../src/trading/exchanges/sql/engine-account-store.ts";
import { simulatedWorld } from "../../src/trading/simulation/index.ts";

let opened = 0;

/** Where accounts of an exchange are kept, for one that is opened once: a process of its own. */
export function seatsOf(db: Database, code: string, clock: Clock = systemClock()): KeptSeats {
  const owner = `test ${process.pid} ${++opened}`;
  const log = silentLog();
  return new KeptSeats({ store: engineAccountStore(db, code, { clock, log, owner }), clock, log });
}

/** The first venue of the simulated world, as one process has it. */
export function keptExchange(db: Database): Exchange {
  const clock = systemClock();
  const [venue] = simulatedWorld({ seed: 5, startMs: Math.floor(toMillis(clock.now())) });
  if (!venue) throw new Error("there is no venue");
  return simulatedExchange(venue, { clock, seats: seatsOf(db, venue.code, clock) });
}
