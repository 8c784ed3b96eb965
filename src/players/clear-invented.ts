/** Makes room for real servers: removes what the invented cluster left. */
import { UserError } from "../kit/errors/user-error.ts";
import type { Log } from "../kit/log/log.ts";
import type { Clock } from "../kit/time/clock.ts";
import type { SystemStore } from "./system/index.ts";

export interface ClearingDeps {
  readonly system: Pick<SystemStore, "removeInvented">;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

/** A process that was killed keeps its servers for a quarter of a minute. */
const TRIES = 20;
const TRY_EVERY_MS = 1_000;

/** @throws UserError when another process goes on running the invented cluster. */
export async function clearInvented({ system, clock, log }: ClearingDeps): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const outcome = await system.removeInvented();
    if (outcome === "removed") log.info({}, "the invented players were removed: real servers are configured now");
    if (outcome === "mixed") {
      log.warn(
        {},
        "invented players stand beside real ones in this database; begin with an empty one to be rid of them",
      );
    }
    if (outcome !== "inUse") return;
    await clock.sleep(TRY_EVERY_MS);
  }
  throw new UserError(
    "Another process still runs the invented cluster on this database. Stop it, then start again: invented players are " +
      "removed before real servers are read.",
  );
}
