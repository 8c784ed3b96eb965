/** Profiles of a view, with the values of as many as one answer may hold. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { grouped } from "../core/grouped.ts";
import { LISTED_BYTES, MAX_STRATEGIES, type StoredProfile, type StrategyView } from "../store.ts";
import {
  displayOf,
  IN_VIEW,
  listPlaces,
  pageStrategies,
  profileOf,
  viewValues,
  type ProfileRow,
} from "./read-profiles.ts";

/** Beside the values themselves, an answer has the names of members and defaults: bytes of JSON for each. */
const [ROW_BYTES, CONDITION_BYTES] = [500, 150] as const;

/** Values that belong to no condition or row, and the market of row 0, in whose currency `parent` is. */
const PROFILE_SETTINGS = `jsonb_strip_nulls(jsonb_build_object('parent', settings -> 'parent',
    'slice_delay', settings -> 'slice_delay', 'noconditions', settings -> 'noconditions',
    'price_convert_conditions', settings -> 'price_convert_conditions',
    'price_convert_executions', settings -> 'price_convert_executions',
    'executable_codes', settings -> 'executable_codes' -> 0))`;

interface CutRow extends ProfileRow {
  /** What its values come to in an answer, at most. */
  readonly bytes: number;
}

/** Profiles of the view in the order of their display. The first have their values, as far as `LISTED_BYTES` reach. */
export async function listProfiles(q: Queryable, view: StrategyView): Promise<StoredProfile[]> {
  const cut = await listCut(q, view);
  const strategies = await pageStrategies(q, view, { limit: MAX_STRATEGIES, offset: 0 });
  const byProfile = grouped(strategies, ({ profileId }) => profileId);
  const order = displayOf(await listPlaces(q, view));
  const placeOf = ({ id }: CutRow): number => order.ofProfile.get(id) ?? 0;
  const rows = cut.toSorted((one, other) => placeOf(one) - placeOf(other));
  const whole = await readWhole(q, thatFit(rows));
  return rows.flatMap((row) => {
    const parts = { strategies: byProfile.get(row.id) ?? [], order, isCut: !whole.has(row.id) };
    return profileOf({ ...row, ...whole.get(row.id) }, parts) ?? [];
  });
}

/** Without what may be large. */
async function listCut(q: Queryable, view: StrategyView): Promise<CutRow[]> {
  return q.query<CutRow>({
    name: "trading.listProfiles",
    text: `select id, uid, tab_id, name, '' as description, algorithm || '{"conditions": [], "rows": []}' as algorithm,
        ${PROFILE_SETTINGS} as settings, template_id, revision, created_at, updated_at,
        2 * octet_length(description) + octet_length(settings::text) + coalesce(octet_length(algorithm::text), 0)
          + ${ROW_BYTES} * coalesce(jsonb_array_length(algorithm -> 'rows'), 0)
          + ${CONDITION_BYTES} * coalesce(jsonb_array_length(algorithm -> 'conditions'), 0) as bytes
      from trading.profiles where ${IN_VIEW} order by id limit ${MAX_STRATEGIES}`,
    values: viewValues(view),
  });
}

/** Ids of the first ones whose values fit into an answer together. */
function thatFit(rows: readonly CutRow[]): number[] {
  let bytes = 0;
  const ids: number[] = [];
  for (const each of rows) {
    bytes += each.bytes;
    if (bytes > LISTED_BYTES) break;
    ids.push(each.id);
  }
  return ids;
}

type Values = Pick<ProfileRow, "description" | "algorithm" | "settings">;

/** The values of these profiles. */
async function readWhole(q: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, Values>> {
  if (ids.length === 0) return new Map();
  const rows = await q.query<Values & { readonly id: number }>({
    name: "trading.readProfileValues",
    text: `select id, description, algorithm, settings from trading.profiles where id = any ($1::bigint[])`,
    values: [ids],
  });
  return new Map(rows.map(({ id, ...values }) => [id, values]));
}
