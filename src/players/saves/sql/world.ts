/** A world save's data about its server. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { WorldFacts } from "../store.ts";

/** Notes the game's own time, by which its times become ours. */
export async function noteGameTime(tx: Transaction, server: string, world: WorldFacts): Promise<void> {
  await tx.execute({
    name: "players.noteGameTime",
    text: `update players.servers set game_time = $2, game_time_at = $3
      where key = $1 and (game_time, game_time_at) is distinct from ($2::double precision, $3::timestamptz)`,
    values: [server, world.gameTimeSeconds, timestamp(world.savedAt)],
  });
}
