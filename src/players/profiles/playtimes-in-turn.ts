/** Playtimes read every session that is kept, so one question at a time does, and those who ask the same share its answer. */
import type { LeaderboardRow, ProfileStore } from "./store.ts";

/** A flood of questions about playtimes takes one connection to the database, and leaves the others to short questions. */
export function withPlaytimesInTurn(store: ProfileStore): ProfileStore {
  const waiting = new Map<string, Promise<LeaderboardRow[]>>();
  let latest: Promise<unknown> = Promise.resolve();

  const ask: ProfileStore["leaderboard"] = (kind, limit, since, now) => {
    if (kind !== "playtime") return store.leaderboard(kind, limit, since, now);
    const question = `${limit} ${since === 0 ? "all" : now - since}`;
    const known = waiting.get(question);
    if (known) return known;
    // Who asks once it has begun begins another: an erasure in between must be seen.
    const asked = latest.then(() => {
      waiting.delete(question);
      return store.leaderboard(kind, limit, since, now);
    });
    waiting.set(question, asked);
    latest = asked.catch(() => undefined);
    return asked;
  };
  return { ...store, leaderboard: ask };
}
