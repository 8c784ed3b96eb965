/** Which profiles use an algorithm: what the algorithms area asks before it changes or removes one. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { MAX_STRATEGIES, type StrategyView } from "../store.ts";
import { IN_VIEW, viewValues } from "./read-profiles.ts";

export const algorithmUsers = { count: countUsers, list: listUsers, needVersion };

/** How many profiles of all accounts use it. */
async function countUsers(q: Queryable, algorithmId: number): Promise<number> {
  const [row] = await q.query<{ users: number }>({
    name: "trading.countProfilesUsingAlgorithm",
    text: "select count(*) as users from trading.profiles where algorithm_id = $1",
    values: [algorithmId],
  });
  return row?.users ?? 0;
}

/** Ids of the profiles of the view that use it. */
async function listUsers(q: Queryable, view: StrategyView, algorithmId: number): Promise<readonly string[]> {
  const rows = await q.query<{ id: number }>({
    name: "trading.listProfilesUsingAlgorithm",
    text: `select id from trading.profiles where ${IN_VIEW} and algorithm_id = $3 order by id limit ${MAX_STRATEGIES}`,
    values: [...viewValues(view), algorithmId],
  });
  return rows.map(({ id }) => String(id));
}

/** Whether a strategy that is not a draft has a version: its values are not checked again before it starts. */
async function needVersion(q: Queryable, algorithmId: number, version: number): Promise<boolean> {
  const rows = await q.query({
    name: "trading.findStrategyNeedingAlgorithmVersion",
    text: `select strategy.id from trading.profiles as profile
      join trading.strategies as strategy on strategy.profile_id = profile.id
      where profile.algorithm_id = $1 and (profile.algorithm ->> 'version')::integer = $2 and strategy.state <> 'draft'
      limit 1`,
    values: [algorithmId, version],
  });
  return rows.length > 0;
}
