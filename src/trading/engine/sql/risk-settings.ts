/** The rules for orders of one account: halts, limits, and the start of the measurement of results. */
import { parseFine } from "../../../kit/money/fine.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Halt, HaltScope, LimitName, RiskScope } from "../core/risk.ts";
import type { RiskPlace } from "../core/risk-figures.ts";
import type { PlaceMarks, RiskSettings, SettingsOwner } from "../risk-store.ts";
import { LIMIT_COLUMNS, limitsOf, type LimitsRow } from "./risk-limits.ts";

/** One question where nothing is set, which is the common case. */
export async function loadSettings(db: Queryable, owner: SettingsOwner): Promise<RiskSettings> {
  const found = await findPlaces(db, owner);
  const halts = found.flatMap(({ scope, scope_id: id, mode, limit_name: limit }): (Halt & { id: number })[] =>
    mode === null ? [] : [{ scope, id, mode, limit: limit ?? undefined }],
  );
  if (found.every(({ mode }) => mode !== null)) return { halts, limits: [], marks: [] };
  return { halts, limits: await listLimitsOf(db, owner), marks: await listMarksOf(db, owner) };
}

/** Of the rows of `places`: the account $1, the keys $2, the strategies $3. */
const OF_OWNER = `(scope = 'account' and scope_id = $1 or scope = 'key' and scope_id = any ($2::bigint[])
  or scope = 'strategy' and scope_id = any ($3::bigint[]))`;

const valuesOf = ({ ownerUid, keyIds, strategyIds }: SettingsOwner): unknown[] => [ownerUid, keyIds, strategyIds];

interface PlaceRow {
  readonly scope: HaltScope;
  readonly scope_id: number;
  /** Null for limits. */
  readonly mode: Halt["mode"] | null;
  readonly limit_name: LimitName | null;
}

/** Every halt that counts, and whether there are limits. */
async function findPlaces(db: Queryable, owner: SettingsOwner): Promise<PlaceRow[]> {
  return db.query<PlaceRow>({
    name: "trading.findRiskPlaces",
    text: `select scope, scope_id, mode, limit_name from trading.risk_halts where scope = 'platform' or ${OF_OWNER}
      union all select scope, scope_id, null, null from trading.risk_limits where ${OF_OWNER}`,
    values: valuesOf(owner),
  });
}

/** The limits of an order's places. */
async function listLimitsOf(db: Queryable, owner: SettingsOwner): Promise<RiskSettings["limits"]> {
  const rows = await db.query<LimitsRow>({
    name: "trading.listLimitsOfOrders",
    text: `select ${LIMIT_COLUMNS} from trading.risk_limits where ${OF_OWNER}`,
    values: valuesOf(owner),
  });
  return rows.map((row) => ({ place: { scope: row.scope, id: row.scope_id }, limits: limitsOf(row) }));
}

export interface MarksRow {
  readonly scope: RiskScope;
  readonly scope_id: number;
  readonly day: string;
  readonly is_real: boolean;
  readonly day_result: string;
  readonly highest: string;
}

/** Where the results of an order's places are measured from. */
async function listMarksOf(db: Queryable, owner: SettingsOwner): Promise<PlaceMarks[]> {
  const rows = await db.query<MarksRow>({
    name: "trading.listMarksOfOrders",
    text: `select scope, scope_id, day, is_real, day_result, highest from trading.risk_marks where ${OF_OWNER}`,
    values: valuesOf(owner),
  });
  return rows.map((row) => marksOf({ scope: row.scope, id: row.scope_id }, row));
}

/** Those of everything that an account has limited. */
export async function listMarks(db: Queryable, ownerUid: number): Promise<PlaceMarks[]> {
  const rows = await db.query<MarksRow>({
    name: "trading.listRiskMarks",
    text: `select m.scope, m.scope_id, m.day, m.is_real, m.day_result, m.highest from trading.risk_limits l
      join trading.risk_marks m on m.scope = l.scope and m.scope_id = l.scope_id where l.owner_uid = $1`,
    values: [ownerUid],
  });
  return rows.map((row) => marksOf({ scope: row.scope, id: row.scope_id }, row));
}

export function marksOf(
  place: RiskPlace,
  row: Pick<MarksRow, "day" | "is_real" | "day_result" | "highest">,
): PlaceMarks {
  const fine = (decimal: string): bigint => parseFine(decimal, "down") ?? 0n;
  return {
    place,
    marks: { day: row.day, isReal: row.is_real, dayResult: fine(row.day_result), highest: fine(row.highest) },
  };
}
