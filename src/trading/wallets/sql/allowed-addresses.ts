/** The whitelist of withdrawals on PostgreSQL. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { lockUser } from "../../users/index.ts";
import type { CurrencySymbol } from "../core/currencies.ts";
import type { AllowedAddress, WalletStore } from "../store.ts";
import { tellOwnerOfAddress, tellOwnerOfRemoval } from "./tell-owner.ts";

const MAX_ALLOWED = 100;

interface Row {
  readonly id: number;
  readonly currency: CurrencySymbol;
  readonly address: string;
  readonly label: string;
  readonly created_at: Instant;
  readonly usable_at: Instant;
}

const COLUMNS = "id, currency, address, label, created_at, usable_at";

/** The addresses that the owner has allowed. */
export async function listAllowed(q: Queryable, ownerUid: number): Promise<AllowedAddress[]> {
  const rows = await q.query<Row>({
    name: "trading.listAllowedAddresses",
    text: `select ${COLUMNS} from trading.withdraw_addresses where owner_id = $1 and removed_at is null
      order by id limit ${MAX_ALLOWED}`,
    values: [ownerUid],
  });
  return rows.map(allowedOf);
}

/** Whether money may go to the address: always where the currency has no whitelist. */
export async function isAllowed(
  q: Queryable,
  ownerUid: number,
  currency: CurrencySymbol,
  address: string,
  at: Instant,
): Promise<boolean> {
  const [row] = await q.query<{ allowed: boolean }>({
    name: "trading.isAllowedAddress",
    text: `select not exists (select from trading.withdraw_addresses
          where owner_id = $1 and currency = $2 and (removed_at is null or in_force_until > $4))
        or exists (select from trading.withdraw_addresses
          where owner_id = $1 and currency = $2 and address = $3 and removed_at is null and usable_at <= $4) as allowed`,
    values: [ownerUid, currency, address, timestamp(at)],
  });
  return row?.allowed ?? false;
}

/** Whether any currency of the account has a whitelist in force: shown among the account's protections. */
export async function hasWithdrawWhitelist(q: Queryable, ownerUid: number, at: Instant): Promise<boolean> {
  const [row] = await q.query<{ has: boolean }>({
    name: "trading.hasWithdrawWhitelist",
    text: `select exists (select from trading.withdraw_addresses
      where owner_id = $1 and (removed_at is null or in_force_until > $2)) as has`,
    values: [ownerUid, timestamp(at)],
  });
  return row?.has ?? false;
}

/** Adds an address, usable after a wait: who has got into an account for a moment gains nothing. */
export async function allowAddress(
  tx: Transaction,
  entry: Parameters<WalletStore["allow"]>[0],
): Promise<AllowedAddress | "tooMany"> {
  const { ownerUid, uid, currency, address, label, at, waitMs } = entry;
  await lockUser(tx, ownerUid);
  const listed = await listAllowed(tx, ownerUid);
  const before = listed.find((each) => each.currency === currency && each.address === address);
  if (before) return before;
  if (listed.length >= MAX_ALLOWED) return "tooMany";
  const [row] = await tx.query<Row>({
    name: "trading.addAllowedAddress",
    text: `insert into trading.withdraw_addresses (owner_id, currency, address, label, created_at, usable_at)
      values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
    values: [ownerUid, currency, address, label, timestamp(at), timestamp(plusMillis(at, waitMs))],
  });
  invariant(row, "an address that was added is there");
  await recordAudit(tx, {
    ownerUid,
    uid,
    action: "withdraw_address.add",
    subject: String(row.id),
    details: { currency, address },
    at,
  });
  const allowed = allowedOf(row);
  await tellOwnerOfAddress(tx, ownerUid, allowed, at);
  return allowed;
}

/**
 * Removes an address at once; the whitelist itself holds for as long as a new address would have waited. The owner is
 * notified: an intruder who empties the whitelist waits until every address is open.
 */
export async function disallowAddress(
  tx: Transaction,
  entry: Parameters<WalletStore["disallow"]>[0],
): Promise<boolean> {
  const { ownerUid, uid, id, at, waitMs } = entry;
  await lockUser(tx, ownerUid);
  const opensAt = plusMillis(at, waitMs);
  const [removed] = await tx.query<Pick<Row, "currency" | "address">>({
    name: "trading.removeAllowedAddress",
    text: `update trading.withdraw_addresses set removed_at = $3, in_force_until = $4
      where owner_id = $1 and id = $2 and removed_at is null returning currency, address`,
    values: [ownerUid, id, timestamp(at), timestamp(opensAt)],
  });
  if (!removed) return false;
  await recordAudit(tx, { ownerUid, uid, action: "withdraw_address.remove", subject: String(id), at });
  const isLast = (await listAllowed(tx, ownerUid)).every(({ currency }) => currency !== removed.currency);
  await tellOwnerOfRemoval(tx, ownerUid, { ...removed, ...(isLast && { opensAt }) }, at);
  return true;
}

function allowedOf(row: Row): AllowedAddress {
  return {
    id: row.id,
    currency: row.currency,
    address: row.address,
    label: row.label,
    createdAt: row.created_at,
    usableAt: row.usable_at,
  };
}
