/** Profiles are added, changed and removed, each with its line in the trail. */
import { lockUser } from "../../users/index.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { holdAlgorithm, holdVersion, type AlgorithmOutline } from "../../algorithms/index.ts";
import { recordAudit } from "../../audit/index.ts";
import type { StrategyState } from "../core/strategy-states.ts";
import { activeStrategy } from "../active-strategy.ts";
import { strategyErrors } from "../errors.ts";
import { mayChange, mayDelete } from "../may-change.ts";
import {
  MAX_STRATEGIES,
  type CheckedAlgorithm,
  type CheckedValues,
  type Doing,
  type KeptValues,
  type NewProfile,
  type ProfileChange,
  type Settings,
  type StoredProfile,
} from "../store.ts";
import { findProfile, IN_VIEW, viewValues } from "./read-profiles.ts";

const EMPTY: KeptValues = { algorithm: null, settings: {} };

/** A profile with one strategy: with checked values, or a draft that is empty or has the values of a template. */
export async function addProfile(
  tx: Transaction,
  by: Doing,
  { profile, values }: { readonly profile: NewProfile; readonly values: CheckedValues | undefined },
  maximum: number,
): Promise<StoredProfile> {
  await checkRoom(tx, by, maximum);
  if (profile.tabId !== null) await requireTab(tx, by, profile.tabId);
  const kept = profile.templateId === null ? EMPTY : await readTemplate(tx, by, profile.templateId);
  if (values?.algorithm && !(await isAsChecked(tx, values.algorithm))) {
    throw strategyErrors.algorithmChanged({ id: values.algorithm.outline.id });
  }
  const content = values ? { algorithm: values.algorithm?.outline ?? null, settings: values.settings } : kept;
  const id = await insertProfile(tx, by, profile, content);
  await insertStrategy(tx, by, { profileId: id, uid: by.view.uid, name: null });
  if (values?.isComplete) await setStates(tx, id, "ready");
  await note(tx, by, "profile.create", id, {
    name: profile.name,
    template: profile.templateId,
    algorithm: content.algorithm?.id ?? null,
  });
  return readBack(tx, by, id);
}

/** Whether an algorithm is still the one that values were checked by. Holds it. */
function isAsChecked(tx: Transaction, { outline, updatedAt }: CheckedAlgorithm): Promise<boolean> {
  return holdVersion(tx, { ...outline, updatedAt });
}

/** Additions to one account follow each other, so that together they do not exceed the limit. */
export async function checkRoom(tx: Transaction, { view }: Doing, maximum: number): Promise<void> {
  await lockUser(tx, view.ownerUid);
  const [row] = await tx.query<{ stored: number }>({
    name: "trading.countStrategiesOfAccount",
    text: "select count(*) as stored from trading.strategies where owner_uid = $1",
    values: [view.ownerUid],
  });
  const most = Math.min(maximum, MAX_STRATEGIES);
  if ((row?.stored ?? 0) >= most) throw strategyErrors.tooManyStrategies({ maximum: most });
}

/** The profile's row alone. */
export async function insertProfile(
  tx: Transaction,
  { view, at }: Doing,
  { name, description, tabId, templateId }: NewProfile,
  { algorithm, settings }: KeptValues,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertProfile",
    text: `insert into trading.profiles (owner_uid, uid, tab_id, name, description, algorithm_id, algorithm, settings,
        template_id, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10, $10) returning id`,
    values: [
      view.ownerUid,
      view.uid,
      tabId,
      name,
      description,
      algorithm?.id ?? null,
      algorithm === null ? null : JSON.stringify(algorithm),
      JSON.stringify(settings),
      templateId,
      timestamp(at),
    ],
  });
  invariant(row, "an insert without a conflict answers its row");
  return row.id;
}

/** Something that can run: a draft until its values are saved once. */
export async function insertStrategy(
  tx: Transaction,
  { view, at }: Doing,
  { profileId, uid, name }: { readonly profileId: number; readonly uid: number; readonly name: string | null },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertStrategy",
    text: `insert into trading.strategies (profile_id, owner_uid, uid, name, created_at)
      values ($1, $2, $3, $4, $5) returning id`,
    values: [profileId, view.ownerUid, uid, name, timestamp(at)],
  });
  invariant(row, "an insert without a conflict answers its row");
  return row.id;
}

/** All values of a profile, while nothing of it runs. */
export async function editProfile(
  tx: Transaction,
  by: Doing,
  id: number,
  change: ProfileChange,
): Promise<StoredProfile> {
  const profile = await lockProfile(tx, by, id);
  const active = profile.strategies.find((each) => !mayChange(each));
  if (active) throw activeStrategy(active);
  if (profile.revision !== change.revision) throw strategyErrors.changedMeanwhile({ id: profile.id });
  const { algorithm } = change;
  if (algorithm && !(await isAsChecked(tx, algorithm))) throw strategyErrors.changedMeanwhile({ id: profile.id });
  await updateProfile(tx, by, profile.id, change);
  await setStates(tx, profile.id, change.isComplete ? "ready" : "draft");
  await note(tx, by, "profile.edit", profile.id, {
    revision: profile.revision + 1,
    algorithm: algorithm?.outline.id ?? null,
    changed: change.changed,
  });
  return readBack(tx, by, profile.id);
}

/** A profile with all that is in it. */
export async function removeProfile(
  tx: Transaction,
  by: Doing,
  id: number,
): Promise<{ strategies: number; transactions: number }> {
  const { strategies, name, ...profile } = await lockProfile(tx, by, id);
  if (profile.id !== id) throw strategyErrors.profileNotFound({ id });
  const active = strategies.find((each) => !mayDelete(each));
  if (active) throw activeStrategy(active);
  await tx.execute({
    name: "trading.removeProfile",
    text: "delete from trading.profiles where id = $1",
    values: [profile.id],
  });
  await note(tx, by, "profile.delete", profile.id, { name, strategies: strategies.map((each) => each.id) });
  const transactions = strategies.reduce((sum, each) => sum + each.successful + each.canceled + each.failed, 0);
  return { strategies: strategies.length, transactions };
}

/** Holds a profile and its strategies, so that none of them is started now; refuses what the user may not change. */
async function lockProfile(tx: Transaction, by: Doing, id: number): Promise<StoredProfile> {
  await lockRows(tx, by, id);
  return readChangeable(tx, by, id);
}

/** A profile that the user may change. */
export async function readChangeable(tx: Transaction, by: Doing, id: number): Promise<StoredProfile> {
  const profile = await findProfile(tx, by.view, id);
  if (!profile) throw strategyErrors.profileNotFound({ id });
  if (!by.changesAccount && profile.uid !== by.view.uid) {
    throw strategyErrors.notYours({ thing: "The profile", id: profile.id });
  }
  return profile;
}

/** The profile first, then its strategies in the order of their ids, as everybody who holds both. */
export async function lockRows(tx: Transaction, { view }: Doing, id: number): Promise<void> {
  const [profile] = await tx.query<{ id: number }>({
    name: "trading.lockProfile",
    text: `select id from trading.profiles where ${IN_VIEW}
        and id in (select $3::bigint union all select profile_id from trading.strategies where id = $3) for update`,
    values: [...viewValues(view), id],
  });
  if (!profile) return;
  await tx.query({
    name: "trading.lockStrategiesOfProfile",
    text: "select id from trading.strategies where profile_id = $1 order by id for update",
    values: [profile.id],
  });
}

/** Replaces all that edit-profile sets. */
async function updateProfile(tx: Transaction, { at }: Doing, id: number, change: ProfileChange): Promise<void> {
  const { name, description, algorithm, settings } = change;
  await tx.execute({
    name: "trading.updateProfile",
    text: `update trading.profiles set name = $2, description = $3, algorithm_id = $4, algorithm = $5::jsonb,
        settings = $6::jsonb, revision = revision + 1, updated_at = $7 where id = $1`,
    values: [
      id,
      name,
      description,
      algorithm?.outline.id ?? null,
      algorithm === null ? null : JSON.stringify(algorithm.outline),
      JSON.stringify(settings),
      timestamp(at),
    ],
  });
}

/** Whether the strategies of a profile may start. */
async function setStates(tx: Transaction, profileId: number, state: StrategyState): Promise<void> {
  await tx.execute({
    name: "trading.setStatesOfProfile",
    text: "update trading.strategies set state = $2 where profile_id = $1",
    values: [profileId, state],
  });
}

/** Refuses a tab that the user does not see. Under the lock of the account it stays there. */
export async function requireTab(tx: Transaction, { view }: Doing, id: number): Promise<void> {
  const rows = await tx.query({
    name: "trading.findStrategyTab",
    text: `select id from trading.strategy_tabs where ${IN_VIEW} and id = $3`,
    values: [...viewValues(view), id],
  });
  if (rows.length === 0) throw strategyErrors.tabNotFound({ id });
}

/** The values of a template; without those of an algorithm that was removed. */
export async function readTemplate(tx: Transaction, { view }: Doing, id: number): Promise<KeptValues> {
  const [row] = await tx.query<{ algorithm_id: number | null; algorithm: string | null; settings: string }>({
    name: "trading.findStrategyTemplate",
    text: `select algorithm_id, algorithm, settings from trading.strategy_templates where ${IN_VIEW} and id = $3`,
    values: [...viewValues(view), id],
  });
  if (!row) throw strategyErrors.templateNotFound({ id });
  const isThere = row.algorithm_id !== null && (await holdAlgorithm(tx, row.algorithm_id));
  return {
    algorithm: isThere ? (JSON.parse(row.algorithm ?? "null") as AlgorithmOutline | null) : null,
    settings: JSON.parse(row.settings) as Settings,
  };
}

/** The line in the trail. */
export async function note(
  tx: Transaction,
  { view, at }: Doing,
  action: string,
  subject: number,
  details: object,
): Promise<void> {
  const { ownerUid, uid } = view;
  await recordAudit(tx, { ownerUid, uid, action, subject: String(subject), details, at });
}

/** What was just written. */
export async function readBack(tx: Transaction, by: Doing, id: number): Promise<StoredProfile> {
  const profile = await findProfile(tx, by.view, id);
  invariant(profile, "a user sees the profile that it has changed");
  return profile;
}
