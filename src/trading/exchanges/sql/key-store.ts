/** Exchange keys on PostgreSQL. Credentials are sealed before they reach a statement. */
import type { Sealer } from "../../../kit/auth/seal.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAlerts } from "../../alerts/index.ts";
import { recordAudit } from "../../audit/index.ts";
import { lockUser } from "../../users/index.ts";
import type { KeyView } from "../core/key-access.ts";
import { maskToken } from "../core/mask-token.ts";
import { credentialsRecord } from "../sealed-credentials.ts";
import type {
  ExchangeCredentials,
  ExchangeKey,
  ExchangeKeyStore,
  KeyChange,
  KeyInUse,
  KeyUses,
  NewExchangeKey,
  OpenOrderOfKey,
  RemovedKey,
  TestedKey,
  UntestedKey,
} from "../store.ts";

interface Row {
  readonly id: number;
  readonly uid: number;
  readonly exchange: string;
  readonly label: string;
  readonly token_masked: string;
  readonly status: ExchangeKey["status"];
  readonly can_read: boolean | null;
  readonly can_trade: boolean | null;
  readonly can_withdraw: boolean | null;
  readonly is_ip_restricted: boolean | null;
  readonly last_tested_at: Instant | null;
  readonly last_error: string | null;
  readonly created_at: Instant;
}

const COLUMNS = `id, uid, exchange, label, token_masked, status, can_read, can_trade, can_withdraw, is_ip_restricted,
  last_tested_at, last_error, created_at`;

/** Of a `KeyView`: account, whose own, whether the main account's too, at which exchanges. */
const IN_VIEW = `owner_uid = $1 and ($2::bigint is null or uid = $2
  or ($3::boolean and uid = owner_uid and ($4::text[] is null or exchange = any ($4))))`;

const NAMED_ORDERS = 20;
const MOST_LEFT = 1_000;
const NO_USES: KeyUses = { activeStrategies: async () => [], openOrders: async () => [] };

/** @param uses none where nothing is traded */
export function exchangeKeyStore(db: Database, sealer: Sealer, uses: KeyUses = NO_USES): ExchangeKeyStore {
  return {
    addKey: (key, maximum) => db.transaction((tx) => addKey(tx, sealer, key, maximum)),
    listKeys: (view, { limit, offset }) =>
      db.snapshot(async (tx) => ({
        keys: await listKeys(tx, view, limit, offset),
        total: await countKeys(tx, view),
      })),
    findKey: (view, id) => findKey(db, view, id),
    setLabel: (change, label) => db.transaction((tx) => setLabel(tx, change, label)),
    recordTest: (change, found, only) =>
      db.transaction((tx) => recordTest(tx, change, found, only?.onlyFirst === true)),
    listUntested: (exchange, limit) => listUntested(db, exchange, limit),
    removeKey: (change) => db.transaction((tx) => removeKey(tx, change, uses)),
    async findCredentials(ownerUid, id) {
      const sealed = await findSealed(db, ownerUid, id);
      if (sealed === undefined) return undefined;
      return JSON.parse(sealer.open(sealed, credentialsRecord(id)).toString("utf8")) as ExchangeCredentials;
    },
  };
}

async function addKey(
  tx: Transaction,
  sealer: Sealer,
  key: NewExchangeKey,
  maximum: number,
): Promise<ExchangeKey | undefined> {
  await lockUser(tx, key.ownerUid);
  if ((await countStored(tx, key.ownerUid)) >= maximum) return undefined;
  const id = await reserveKeyId(tx);
  const added = await insertKey(tx, id, key, sealer.seal(JSON.stringify(key.credentials), credentialsRecord(id)));
  await auditKey(tx, key, "exchange_key.add", added);
  return added;
}

/** How many keys count against the limit of the account's plan. */
async function countStored(tx: Transaction, ownerUid: number): Promise<number> {
  const [row] = await tx.query<{ stored: number }>({
    name: "trading.countStoredExchangeKeys",
    text: "select count(*) as stored from trading.exchange_keys where owner_uid = $1",
    values: [ownerUid],
  });
  return row?.stored ?? 0;
}

/** The id comes before the row, because the credentials are sealed with it. */
async function reserveKeyId(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.reserveExchangeKeyId",
    text: "select nextval(pg_get_serial_sequence('trading.exchange_keys', 'id')) as id",
  });
  invariant(row, "a sequence always has a next value");
  return row.id;
}

/** A key before its first test. */
async function insertKey(tx: Transaction, id: number, key: NewExchangeKey, sealed: string): Promise<ExchangeKey> {
  const [row] = await tx.query<Row>({
    name: "trading.insertExchangeKey",
    text: `insert into trading.exchange_keys
        (id, owner_uid, uid, exchange, label, token_masked, sealed_credentials, created_at)
      overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8)
      returning ${COLUMNS}`,
    values: [
      id,
      key.ownerUid,
      key.uid,
      key.exchange,
      key.label,
      maskToken(key.credentials.token),
      sealed,
      timestamp(key.at),
    ],
  });
  invariant(row, "an insert without a conflict answers its row");
  return keyOf(row);
}

/** A page of what a caller may see, newest first. */
async function listKeys(tx: Queryable, view: KeyView, limit: number, offset: number): Promise<ExchangeKey[]> {
  const rows = await tx.query<Row>({
    name: "trading.listExchangeKeys",
    text: `select ${COLUMNS} from trading.exchange_keys where ${IN_VIEW} order by id desc limit $5 offset $6`,
    values: [...viewValues(view), limit, offset],
  });
  return rows.map(keyOf);
}

/** The total beside a page. */
async function countKeys(tx: Queryable, view: KeyView): Promise<number> {
  const [row] = await tx.query<{ total: number }>({
    name: "trading.countExchangeKeys",
    text: `select count(*) as total from trading.exchange_keys where ${IN_VIEW}`,
    values: viewValues(view),
  });
  return row?.total ?? 0;
}

/** One key, for callers who may see it. */
async function findKey(db: Queryable, view: KeyView, id: number): Promise<ExchangeKey | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.findExchangeKey",
    text: `select ${COLUMNS} from trading.exchange_keys where ${IN_VIEW} and id = $5`,
    values: [...viewValues(view), id],
  });
  return row && keyOf(row);
}

/** Another label for a key. */
async function setLabel(tx: Transaction, change: KeyChange, label: string): Promise<ExchangeKey | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.setExchangeKeyLabel",
    text: `update trading.exchange_keys set label = $3 where id = $1 and owner_uid = $2 returning ${COLUMNS}`,
    values: [change.id, change.ownerUid, label],
  });
  const key = row && keyOf(row);
  if (key) await auditKey(tx, change, "exchange_key.edit", key);
  return key;
}

/** The permissions of a key, as its exchange reports them; a refused key can no longer be chosen. */
async function recordTest(
  tx: Transaction,
  change: KeyChange,
  found: TestedKey,
  onlyFirst: boolean,
): Promise<ExchangeKey | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.recordExchangeKeyTest",
    text: `
      update trading.exchange_keys
      set status = $3, can_read = $4, can_trade = $5, can_withdraw = $6, is_ip_restricted = $7, last_error = $8,
        last_tested_at = $9
      where id = $1 and owner_uid = $2 and (not $10::boolean or status = 'testing')
      returning ${COLUMNS}`,
    values: [
      change.id,
      change.ownerUid,
      found.status,
      found.canRead,
      found.canTrade,
      found.canWithdraw,
      found.isIpRestricted,
      found.error,
      timestamp(change.at),
      onlyFirst,
    ],
  });
  const key = row && keyOf(row);
  if (key) await auditKey(tx, change, "exchange_key.test", key);
  if (key?.status === "invalid") await alertRefused(tx, change, key);
  return key;
}

/** Nothing is traded with it until its user looks. */
async function alertRefused(tx: Transaction, { ownerUid, at }: KeyChange, key: ExchangeKey): Promise<void> {
  const { id, uid, exchange, label, lastError } = key;
  const data = { apikey: String(id), exchange, label };
  await recordAlerts(tx, [ownerUid], () => [
    { kind: "key_refused", ownerUid, uid, isOfKey: true, exchange, at, why: lastError ?? "", data },
  ]);
}

/** Keys without a first test, mixed, so that one that cannot be tested keeps no other from its test. */
async function listUntested(db: Queryable, exchange: string, limit: number): Promise<UntestedKey[]> {
  const rows = await db.query<{ id: number; uid: number; owner_uid: number }>({
    name: "trading.listUntestedExchangeKeys",
    text: `select id, uid, owner_uid from trading.exchange_keys
      where exchange = $1 and status = 'testing' order by random() limit $2`,
    values: [exchange, limit],
  });
  return rows.map(({ id, uid, owner_uid: ownerUid }) => ({ id, uid, ownerUid }));
}

/** A removed key leaves nothing behind that opens anything. */
async function removeKey(
  tx: Transaction,
  change: KeyChange,
  uses: KeyUses,
): Promise<RemovedKey | KeyInUse | undefined> {
  // Waits for orders and starts that are being stored with the key: they hold its row until they are visible.
  const [held] = await tx.query<Pick<Row, "status">>({
    name: "trading.lockExchangeKey",
    text: "select status from trading.exchange_keys where id = $1 and owner_uid = $2 for update",
    values: [change.id, change.ownerUid],
  });
  const strategies = await uses.activeStrategies(tx, String(change.id));
  if (strategies.length > 0) return { strategies, openOrders: [] };
  const orders = await uses.openOrders(tx, change.id, MOST_LEFT);
  // With a key that its exchange refuses, nobody can cancel what was sent.
  const isLost = ({ isSent }: OpenOrderOfKey): boolean => isSent && held?.status === "invalid";
  const openOrders = orders.filter((order) => !order.isLeft && !isLost(order)).slice(0, NAMED_ORDERS);
  if (openOrders.length > 0) return { strategies, openOrders: openOrders.map(({ id }) => id) };
  const [row] = await tx.query<Row>({
    name: "trading.removeExchangeKey",
    text: `delete from trading.exchange_keys where id = $1 and owner_uid = $2 returning ${COLUMNS}`,
    values: [change.id, change.ownerUid],
  });
  if (!row) return undefined;
  const key = keyOf(row);
  await auditKey(tx, change, "exchange_key.delete", key);
  return { key, leftOrders: orders };
}

/** The sealed text of a key, for the process that talks to its exchange. */
async function findSealed(db: Queryable, ownerUid: number, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ sealed_credentials: string }>({
    name: "trading.findSealedExchangeKey",
    text: "select sealed_credentials from trading.exchange_keys where id = $1 and owner_uid = $2",
    values: [id, ownerUid],
  });
  return row?.sealed_credentials;
}

async function auditKey(
  tx: Transaction,
  { ownerUid, uid, at }: Pick<KeyChange, "ownerUid" | "uid" | "at">,
  action: string,
  { id, exchange, label }: ExchangeKey,
): Promise<void> {
  await recordAudit(tx, { ownerUid, uid, action, subject: String(id), details: { exchange, label }, at });
}

function viewValues({ ownerUid, onlyUid, includesOwners, exchanges }: KeyView): unknown[] {
  return [ownerUid, onlyUid, includesOwners, exchanges];
}

function keyOf(row: Row): ExchangeKey {
  return {
    id: row.id,
    uid: row.uid,
    exchange: row.exchange,
    label: row.label,
    tokenMasked: row.token_masked,
    status: row.status,
    canRead: row.can_read,
    canTrade: row.can_trade,
    canWithdraw: row.can_withdraw,
    isIpRestricted: row.is_ip_restricted,
    lastTestedAt: row.last_tested_at,
    lastError: row.last_error,
    createdAt: row.created_at,
  };
}
