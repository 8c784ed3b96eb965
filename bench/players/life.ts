/** Two days of a simulated cluster, read by the real service on an embedded PostgreSQL, compared at every step. */
import { openPlatform } from "../../src/cli/open-platform.ts";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { sharedSettings } from "../../src/kit/config/shared-settings.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { expectServedLife, TWO_DAYS } from "../../test/support/served-life.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";

const TELL_EVERY = 50;

/** Answers 1 at the first difference, having said what it is, and 0 at the end. */
export async function soakPlayersLife(seed: number): Promise<number> {
  const folder = await temporaryFolder("tripod-life-");
  const environment = { TRIPOD_DATA_DIR: folder.path };
  const { config } = loadConfig({ sections: { shared: sharedSettings }, environment });
  const platform = await openPlatform(config.shared, silentLog());
  console.log(`soak: two days of players in ${TWO_DAYS.steps} steps, seed ${seed}`);
  try {
    const tell = (turn: number): void => {
      if (turn > 0 && turn % TELL_EVERY === 0) console.log(`${turn} times the same`);
    };
    await expectServedLife({ ...TWO_DAYS, connection: platform.connection, seed, onCheck: tell });
    console.log("what was served was what happened, to the end");
    return 0;
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    await platform.close();
    await folder.remove();
  }
}
