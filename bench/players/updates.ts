/** Changes of players during reads: the writes of a busy cluster. */
import type { OpenPlatform } from "../../src/cli/open-platform.ts";
import { appendChanges } from "../../src/kit/sql/outbox.ts";
import { PLAYERS_TOPIC } from "../../src/players/directory/index.ts";

const WRITERS = 4;

/** Renames and levels up players, one transaction each, for this long. Returns how many a second. */
export async function writeUpdates({ db }: OpenPlatform, players: number, seconds: number): Promise<number> {
  const began = performance.now();
  const endAt = began + seconds * 1000;
  let done = 0;
  const write = async (): Promise<void> => {
    while (performance.now() < endAt) {
      const id = 100_000_000 + Math.floor(Math.random() * players);
      await db.transaction(async (tx) => {
        await tx.execute({
          name: "bench.updatePlayer",
          text: "update players.players set level = level + 1, character_name = $2 where id = $1",
          values: [id, `Renamed ${id} ${done}`],
        });
        await appendChanges(tx, "bench", PLAYERS_TOPIC, [{ players: [String(id)] }]);
      });
      done++;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return (done * 1000) / (performance.now() - began);
}
