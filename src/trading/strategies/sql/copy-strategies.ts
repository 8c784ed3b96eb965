/** Copies of strategies: in a profile, and as templates. */
import { lockUser } from "../../users/index.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { MAX_TEMPLATES } from "../../billing/index.ts";
import { chooseStrategy } from "../choose-strategy.ts";
import { strategyErrors } from "../errors.ts";
import {
  LISTED_BYTES,
  type Doing,
  type Settings,
  type StoredProfile,
  type StoredStrategy,
  type StoredTemplate,
  type StrategyView,
} from "../store.ts";
import { checkRoom, insertProfile, insertStrategy, lockRows, note, readBack } from "./change-profiles.ts";
import { findProfile, IN_VIEW, viewValues } from "./read-profiles.ts";

/** Names are at most so long, in characters. */
const MAX_NAME = 100;
const COPY = " (copy)";

/** The same values without history, as a draft. */
export async function duplicate(
  tx: Transaction,
  by: Doing,
  copy: { readonly id: number; readonly name: string | undefined; readonly profileId: number | undefined },
  maximum: number,
): Promise<StoredProfile> {
  await checkRoom(tx, by, maximum);
  // What is copied is not deleted before the copy is there.
  await lockRows(tx, by, copy.id);
  const { profile, strategy } = await readStrategy(tx, by.view, copy.id);
  const name = copy.name ?? strategy.name.slice(0, MAX_NAME - COPY.length) + COPY;
  if (copy.profileId !== undefined) return addBeside(tx, by, profile, { ...copy, name, profileId: copy.profileId });
  const { description, tabId, templateId } = profile;
  const id = await insertProfile(tx, by, { name, description, tabId, templateId }, profile);
  await insertStrategy(tx, by, { profileId: id, uid: by.view.uid, name: null });
  await note(tx, by, "strategy.duplicate", id, { of: strategy.id, name });
  return readBack(tx, by, id);
}

/** Another strategy of the same profile: both have its values. */
async function addBeside(
  tx: Transaction,
  by: Doing,
  profile: StoredProfile,
  copy: { readonly id: number; readonly name: string; readonly profileId: number },
): Promise<StoredProfile> {
  if (copy.profileId !== profile.id) {
    const other = await findProfile(tx, by.view, copy.profileId);
    if (!other || other.id !== copy.profileId) throw strategyErrors.profileNotFound({ id: copy.profileId });
    throw strategyErrors.otherProfile({ id: copy.id, profile: copy.profileId });
  }
  if (!by.changesAccount && profile.uid !== by.view.uid) {
    throw strategyErrors.notYours({ thing: "The profile", id: profile.id });
  }
  const id = await insertStrategy(tx, by, { profileId: profile.id, uid: profile.uid, name: copy.name });
  await note(tx, by, "strategy.duplicate", id, { of: copy.id, name: copy.name, profile: profile.id });
  return readBack(tx, by, profile.id);
}

/** Keeps the values of a strategy's profile. */
export async function addTemplate(
  tx: Transaction,
  by: Doing,
  { strategyId, label, maximum }: { readonly strategyId: number; readonly label: string; readonly maximum: number },
): Promise<StoredTemplate> {
  const { view, at } = by;
  await lockUser(tx, view.ownerUid);
  const most = Math.min(maximum, MAX_TEMPLATES);
  if ((await countTemplates(tx, view.ownerUid)) >= most) throw strategyErrors.tooManyTemplates({ maximum: most });
  const { profile, strategy } = await readStrategy(tx, view, strategyId);
  const [row] = await tx.query<TemplateRow>({
    name: "trading.insertStrategyTemplate",
    text: `insert into trading.strategy_templates
        (owner_uid, uid, label, copy_strategy_id, algorithm_id, algorithm, settings, created_at)
      values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8) returning ${TEMPLATE_COLUMNS}`,
    values: [
      view.ownerUid,
      view.uid,
      label === "" ? strategy.name : label,
      strategy.id,
      profile.algorithm?.id ?? null,
      profile.algorithm && JSON.stringify(profile.algorithm),
      JSON.stringify(profile.settings),
      timestamp(at),
    ],
  });
  invariant(row, "an insert without a conflict answers its row");
  await note(tx, by, "template.save", row.id, { of: strategy.id, label: row.label });
  return templateOf(row);
}

/** Takes a template away. */
export async function removeTemplate(tx: Transaction, by: Doing, id: number): Promise<void> {
  const { view } = by;
  const [row] = await tx.query<{ uid: number; label: string }>({
    name: "trading.lockStrategyTemplate",
    text: `select uid, label from trading.strategy_templates where ${IN_VIEW} and id = $3 for update`,
    values: [...viewValues(view), id],
  });
  if (!row) throw strategyErrors.templateNotFound({ id });
  if (!by.changesAccount && row.uid !== view.uid) throw strategyErrors.notYours({ thing: "The template", id });
  await tx.execute({
    name: "trading.removeStrategyTemplate",
    text: "delete from trading.strategy_templates where id = $1",
    values: [id],
  });
  await note(tx, by, "template.delete", id, { label: row.label });
}

/** How many templates count against the limit of the account's plan. */
async function countTemplates(tx: Transaction, ownerUid: number): Promise<number> {
  const [row] = await tx.query<{ stored: number }>({
    name: "trading.countStrategyTemplates",
    text: "select count(*) as stored from trading.strategy_templates where owner_uid = $1",
    values: [ownerUid],
  });
  return row?.stored ?? 0;
}

interface TemplateRow {
  readonly id: number;
  readonly label: string;
  readonly copy_strategy_id: number;
  readonly algorithm_id: number | null;
  /** Null for what a list leaves out. */
  readonly settings: string | null;
  readonly created_at: Instant;
}

const TEMPLATE_COLUMNS = "id, label, copy_strategy_id, algorithm_id, settings, created_at";

/** Templates of the view, newest first. The newest have their values, as far as `LISTED_BYTES` reach. */
export async function listTemplates(q: Queryable, view: StrategyView): Promise<StoredTemplate[]> {
  const rows = await q.query<TemplateRow>({
    name: "trading.listStrategyTemplates",
    text: `select id, label, copy_strategy_id, algorithm_id, created_at,
        case when sum(octet_length(settings::text)) over (order by id desc) <= $3 then settings end as settings
      from trading.strategy_templates where ${IN_VIEW} order by id desc limit ${MAX_TEMPLATES}`,
    values: [...viewValues(view), LISTED_BYTES],
  });
  return rows.map(templateOf);
}

/** One template of the view, with its values. */
export async function findTemplate(q: Queryable, view: StrategyView, id: number): Promise<StoredTemplate | undefined> {
  const [row] = await q.query<TemplateRow>({
    name: "trading.findTemplateInView",
    text: `select ${TEMPLATE_COLUMNS} from trading.strategy_templates where ${IN_VIEW} and id = $3`,
    values: [...viewValues(view), id],
  });
  return row && templateOf(row);
}

function templateOf(row: TemplateRow): StoredTemplate {
  return {
    id: row.id,
    label: row.label,
    copyStrategyId: row.copy_strategy_id,
    algorithmId: row.algorithm_id,
    settings: JSON.parse(row.settings ?? "{}") as Settings,
    isCut: row.settings === null,
    createdAt: row.created_at,
  };
}

/** A strategy by its id, or by that of a profile that holds no other one, with its profile. */
async function readStrategy(
  q: Queryable,
  view: StrategyView,
  id: number,
): Promise<{ readonly profile: StoredProfile; readonly strategy: StoredStrategy }> {
  const profile = await findProfile(q, view, id);
  if (!profile) throw strategyErrors.strategyNotFound({ id });
  return { profile, strategy: chooseStrategy(profile, id) };
}
