/** Publishers of signals, and the keys that seal them. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Sealer } from "../../../kit/auth/seal.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordDeed } from "../../audit/index.ts";
import { developerRecord } from "../developer-record.ts";
import type { Developer, SignalDoer } from "../store.ts";

interface Row {
  readonly owner_uid: number;
  readonly name: string;
  readonly description: string;
  readonly website: string;
  readonly is_verified: boolean;
  readonly key: string | null;
  readonly created_at: Instant;
}

const COLUMNS = "owner_uid, name, description, website, is_verified, key, created_at";

/** A developer of signals. */
export async function findDeveloper(q: Queryable, ownerUid: number): Promise<Developer | undefined> {
  const [row] = await q.query<Row>({
    name: "trading.findSignalDeveloper",
    text: `select ${COLUMNS} from trading.signal_developers where owner_uid = $1`,
    values: [ownerUid],
  });
  return row && developerOf(row);
}

/** The secret that an account's own key seals with. */
export async function findDeveloperSecret(
  q: Queryable,
  sealer: Sealer,
  ownerUid: number,
  key: string,
): Promise<Buffer | undefined> {
  const [row] = await q.query<{ sealed_secret: string }>({
    name: "trading.findDeveloperSecret",
    text: `select sealed_secret from trading.signal_developers
      where owner_uid = $1 and key = $2 and sealed_secret is not null`,
    values: [ownerUid, key],
  });
  return row && sealer.open(row.sealed_secret, developerRecord(ownerUid, key));
}

/** The account is a developer from its first signal or key on, by the name of its user. */
export async function ensureDeveloper(tx: Transaction, { ownerUid, at }: SignalDoer): Promise<void> {
  await tx.execute({
    name: "trading.ensureSignalDeveloper",
    text: `insert into trading.signal_developers (owner_uid, name, created_at)
      select id, username, $2 from trading.users where id = $1 on conflict (owner_uid) do nothing`,
    values: [ownerUid, timestamp(at)],
  });
}

/** How a developer is shown. With another name or website it is not verified any more: an admin has looked at the former ones. */
export async function editDeveloper(
  tx: Transaction,
  by: SignalDoer,
  { name, description, website }: Partial<Pick<Developer, "name" | "description" | "website">>,
): Promise<Developer> {
  await ensureDeveloper(tx, by);
  const [row] = await tx.query<Row>({
    name: "trading.editSignalDeveloper",
    text: `update trading.signal_developers set name = coalesce($2, name), description = coalesce($3, description),
        website = coalesce($4, website),
        is_verified = is_verified and name = coalesce($2, name) and website = coalesce($4, website)
      where owner_uid = $1 returning ${COLUMNS}`,
    values: [by.ownerUid, name ?? null, description ?? null, website ?? null],
  });
  invariant(row, "a developer that was made is there");
  const changed = Object.entries({ name, description, website }).filter(([, value]) => value !== undefined);
  if (changed.length > 0) {
    await recordDeed(tx, by, "signal.developer", by.ownerUid, { changed: changed.map(([each]) => each) });
  }
  return developerOf(row);
}

/** A new key in place of the one before, which opens nothing any more. */
export async function setDeveloperKey(
  tx: Transaction,
  sealer: Sealer,
  by: SignalDoer,
  { key, secret }: { readonly key: string; readonly secret: Uint8Array },
): Promise<Developer> {
  await ensureDeveloper(tx, by);
  const [row] = await tx.query<Row>({
    name: "trading.setDeveloperKey",
    text: `update trading.signal_developers set key = $2, sealed_secret = $3 where owner_uid = $1 returning ${COLUMNS}`,
    values: [by.ownerUid, key, sealer.seal(secret, developerRecord(by.ownerUid, key))],
  });
  invariant(row, "a developer that was made is there");
  await recordDeed(tx, by, "signal.developer_key", by.ownerUid, { key });
  return developerOf(row);
}

/** An admin says that a developer is who it says it is, or takes that back. */
export async function verifyDeveloper(
  tx: Transaction,
  adminUid: number,
  ownerUid: number,
  isVerified: boolean,
  at: Instant,
): Promise<Developer | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.verifySignalDeveloper",
    text: `update trading.signal_developers set is_verified = $2 where owner_uid = $1 returning ${COLUMNS}`,
    values: [ownerUid, isVerified],
  });
  if (!row) return undefined;
  await recordDeed(tx, { ownerUid, uid: adminUid, at }, "signal.developer_verify", ownerUid, { verified: isVerified });
  return developerOf(row);
}

function developerOf(row: Row): Developer {
  return {
    ownerUid: row.owner_uid,
    name: row.name,
    description: row.description,
    website: row.website,
    isVerified: row.is_verified,
    createdAt: row.created_at,
    key: row.key ?? undefined,
  };
}
