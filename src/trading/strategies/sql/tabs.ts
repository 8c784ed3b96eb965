/** Tabs, and the order in which a user sees its strategies. */
import { lockUser } from "../../users/index.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { strategyErrors } from "../errors.ts";
import { MAX_TABS, type Doing, type StoredProfile, type StoredTab, type StrategyView } from "../store.ts";
import { note, readBack, readChangeable, requireTab } from "./change-profiles.ts";
import { IN_VIEW, listPlaces, viewValues, type Place } from "./read-profiles.ts";

/** A tab after the user's other ones. */
export async function addTab(tx: Transaction, by: Doing, name: string): Promise<StoredTab> {
  const { view, at } = by;
  await lockUser(tx, view.ownerUid);
  const [stored] = await tx.query<{ total: number; own: number }>({
    name: "trading.countStrategyTabs",
    text: `select count(*) as total, count(*) filter (where uid = $2) as own from trading.strategy_tabs
      where owner_uid = $1`,
    values: [view.ownerUid, view.uid],
  });
  if ((stored?.total ?? 0) >= MAX_TABS) throw strategyErrors.tooManyTabs({ maximum: MAX_TABS });
  const position = stored?.own ?? 0;
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertStrategyTab",
    text: `insert into trading.strategy_tabs (owner_uid, uid, name, position, created_at)
      values ($1, $2, $3, $4, $5) returning id`,
    values: [view.ownerUid, view.uid, name, position, timestamp(at)],
  });
  invariant(row, "an insert without a conflict answers its row");
  await note(tx, by, "strategy_tab.create", row.id, { name });
  return { id: row.id, name, position, profiles: 0 };
}

/** Another name for a tab. */
export async function editTab(tx: Transaction, by: Doing, id: number, name: string): Promise<StoredTab> {
  await lockTab(tx, by, id);
  await tx.execute({
    name: "trading.updateStrategyTab",
    text: "update trading.strategy_tabs set name = $2 where id = $1",
    values: [id, name],
  });
  await note(tx, by, "strategy_tab.edit", id, { name });
  const tab = (await listTabs(tx, by.view)).find((each) => each.id === id);
  invariant(tab, "a user sees the tab that it has changed");
  return tab;
}

/** Takes a tab away. Profiles in it, of all users of the account, are in no tab then. */
export async function removeTab(tx: Transaction, by: Doing, id: number): Promise<number> {
  const { name } = await lockTab(tx, by, id);
  const profiles = await tx.execute({
    name: "trading.clearStrategyTab",
    text: "update trading.profiles set tab_id = null where tab_id = $1",
    values: [id],
  });
  await tx.execute({
    name: "trading.removeStrategyTab",
    text: "delete from trading.strategy_tabs where id = $1",
    values: [id],
  });
  await note(tx, by, "strategy_tab.delete", id, { name, profiles });
  return profiles;
}

/** Puts a profile into a tab, or into none. Its values and its revision stay as they are. */
export async function setTab(
  tx: Transaction,
  by: Doing,
  profileId: number,
  tabId: number | null,
): Promise<StoredProfile> {
  await lockUser(tx, by.view.ownerUid);
  const { id, tabId: before } = await readChangeable(tx, by, profileId);
  if (tabId !== null) await requireTab(tx, by, tabId);
  await tx.execute({
    name: "trading.setTabOfProfile",
    text: "update trading.profiles set tab_id = $2 where id = $1",
    values: [id, tabId],
  });
  await note(tx, by, "profile.tab", id, { before, tab: tabId });
  return readBack(tx, by, id);
}

/** A tab that the user may change. What puts profiles into tabs locks the account too, so none comes in afterwards. */
async function lockTab(tx: Transaction, by: Doing, id: number): Promise<{ readonly name: string }> {
  const { view } = by;
  await lockUser(tx, view.ownerUid);
  const [tab] = await tx.query<{ uid: number; name: string }>({
    name: "trading.lockStrategyTab",
    text: `select uid, name from trading.strategy_tabs where ${IN_VIEW} and id = $3 for update`,
    values: [...viewValues(view), id],
  });
  if (!tab) throw strategyErrors.tabNotFound({ id });
  if (!by.changesAccount && tab.uid !== view.uid) throw strategyErrors.notYours({ thing: "The tab", id });
  return tab;
}

/** Tabs of the view, the viewer's own first, each user's in their order. */
export async function listTabs(q: Queryable, view: StrategyView): Promise<StoredTab[]> {
  const rows = await q.query<StoredTab>({
    name: "trading.listStrategyTabs",
    text: `select id, name, row_number() over display - 1 as position,
        (select count(*) from trading.profiles where tab_id = tab.id) as profiles
      from trading.strategy_tabs as tab where ${IN_VIEW}
      window display as (order by uid <> $3, uid, position, id) order by position limit ${MAX_TABS}`,
    values: [...viewValues(view), view.uid],
  });
  return rows.map(({ id, name, position, profiles }) => ({ id, name, position, profiles }));
}

/** The order of display; strategies that are not named follow in the order that they had. */
export async function setOrder(tx: Transaction, by: Doing, ids: readonly number[]): Promise<readonly number[]> {
  const { view } = by;
  // Two orders of one user follow each other.
  await lockUser(tx, view.uid);
  const places = await listPlaces(tx, view);
  const named = new Set<number>();
  for (const id of ids) {
    const strategyId = strategyAmong(places, id);
    if (named.has(strategyId)) throw strategyErrors.namedTwice({ id: strategyId });
    named.add(strategyId);
  }
  const order = [...named, ...places.map(({ id }) => id).filter((id) => !named.has(id))];
  await tx.execute({
    name: "trading.setStrategyOrder",
    text: `insert into trading.strategy_orders (uid, ids) values ($1, $2::bigint[])
      on conflict (uid) do update set ids = excluded.ids`,
    values: [view.uid, order],
  });
  await note(tx, by, "strategy.order", view.uid, { strategies: order.length });
  return order;
}

/** By its own id, or by that of the profile that holds no other one. */
function strategyAmong(places: readonly Place[], id: number): number {
  const inProfile = places.filter((each) => each.profile_id === id);
  const found = places.find((each) => each.id === id) ?? inProfile[0];
  if (!found) throw strategyErrors.strategyNotFound({ id });
  if (found.id !== id && inProfile.length > 1) throw strategyErrors.strategyUnclear({ id, count: inProfile.length });
  return found.id;
}
