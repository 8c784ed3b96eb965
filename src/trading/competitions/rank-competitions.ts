/** Asks for the results of everybody who takes part, and makes ranks of them. */
import type { ClockDeps } from "../platform-deps.ts";
import type { Competition } from "./core/competition.ts";
import type { CompetitionDeps } from "./deps.ts";
import type { CompetitionScores } from "./scores.ts";

/** The dependencies of the job. */
export interface RankCompetitionsDeps extends CompetitionDeps, ClockDeps {
  readonly competitionScores: CompetitionScores;
}

/**
 * Ranks running competitions, and those that have ended for another hour: fills of their last minutes are read and counted
 * later than they happen. The moment is taken before the results are read, so the last ranking has seen all of that hour.
 */
export async function rankAll(deps: RankCompetitionsDeps, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const competition of await deps.competitions.listToRank(deps.clock.now())) {
    signal.throwIfAborted();
    await rankOne(deps, competition, signal).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} competitions could not be ranked`);
}

async function rankOne(
  { competitions, competitionScores, clock }: RankCompetitionsDeps,
  { id, metric, startsAt, endsAt }: Competition,
  signal: AbortSignal,
): Promise<void> {
  const at = clock.now();
  let last = 0;
  for (;;) {
    signal.throwIfAborted();
    const ownerUids = await competitions.listEntries(id, last);
    last = ownerUids.at(-1) ?? 0;
    if (last === 0) break;
    const scores = await competitionScores.scores({ metric, from: startsAt, to: endsAt, ownerUids });
    await competitions.saveScores(id, ownerUids, scores);
  }
  await competitions.rank(id, at);
}
