/** Puts what was seen at an address into effect, in one transaction: states of deposits, the ledger, the trail. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { CurrencySymbol } from "../core/currencies.ts";
import { decideDeposit, type DepositMove, type DepositPlace, type DepositState } from "../core/deposit.ts";
import type { WatchedAddress, WatchStore } from "../store.ts";
import type { Observation, Sighting } from "../watch/observe-address.ts";
import { auditDeposit, creditDeposit, reverseDeposit } from "./deposits.ts";

type Context = Parameters<WatchStore["apply"]>[3];

interface DepositRow {
  readonly id: number;
  readonly txid: string;
  readonly output_index: number;
  readonly amount: string;
  readonly is_coinbase: boolean;
  readonly state: DepositState;
  readonly block_hash: string | null;
  readonly missing_since_height: number | null;
  readonly credits: number;
}

interface Owner {
  readonly owner_id: number;
  readonly wallet_id: number;
}

/** Answers false, without changes, when the chain or the address has changed since it was read. */
export async function applyObservation(
  tx: Transaction,
  currency: CurrencySymbol,
  address: WatchedAddress,
  observation: Observation,
  context: Context,
): Promise<boolean> {
  if (!(await holdsChain(tx, currency, context.chainVersion))) return false;
  const owner = await claimAddress(tx, address, context);
  if (!owner) return false;
  const before = await listDepositsOf(tx, address.id);
  const known = new Set(before.map(keyOf));
  const added = observation.sightings.filter((sighting) => !known.has(keyOfSighting(sighting)));
  for (const sighting of added) await addDeposit(tx, currency, address, owner, sighting, context);
  const deposits = added.length === 0 ? before : await listDepositsOf(tx, address.id);
  const seen = new Map(observation.sightings.map((sighting) => [keyOfSighting(sighting), sighting.place]));
  for (const deposit of deposits) {
    const place = seen.get(keyOf(deposit)) ?? (observation.isWhole ? NOWHERE : undefined);
    if (place) await moveDeposit(tx, currency, owner, deposit, place, context);
  }
  return true;
}

const NOWHERE: DepositPlace = { kind: "nowhere" };

async function moveDeposit(
  tx: Transaction,
  currency: CurrencySymbol,
  owner: Owner,
  row: DepositRow,
  place: DepositPlace,
  { tip, rules, at }: Context,
): Promise<void> {
  const facts = { state: row.state, isCoinbase: row.is_coinbase, missingSinceHeight: row.missing_since_height };
  const move = decideDeposit(facts, place, tip.height, rules);
  const { id, txid, output_index: outputIndex, credits } = row;
  const amount = BigInt(row.amount);
  const deposit = { id, ownerUid: owner.owner_id, currency, txid, outputIndex, amount, credits, recordedBy: null };
  if (move.action === "credit") await creditDeposit(tx, deposit, at);
  const isBack = move.action !== "reverse" || (await reverseDeposit(tx, deposit, at));
  const state = isBack ? move.state : "review";
  await writeDeposit(tx, row, { ...move, state }, place, at);
  if (state === row.state) return;
  if (state === "unsettled") await auditDeposit(tx, deposit, "deposit.unsettle", at);
  if (state === "reversed") await auditDeposit(tx, deposit, "deposit.reverse", at);
  if (state === "review") await auditDeposit(tx, deposit, "deposit.review", at);
}

/** Keeps the chain as it was read until this transaction ends; false when it is another already. */
async function holdsChain(tx: Transaction, currency: CurrencySymbol, version: number): Promise<boolean> {
  const rows = await tx.query({
    name: "trading.holdChain",
    text: "select from trading.chains where currency = $1 and version = $2 for share",
    values: [currency, version],
  });
  return rows.length === 1;
}

/** The address, if it has not been written since it was read: of two watchers, one writes. */
async function claimAddress(
  tx: Transaction,
  { id, version }: WatchedAddress,
  { tip, at }: Context,
): Promise<Owner | undefined> {
  const [owner] = await tx.query<Owner>({
    name: "trading.claimReceivingAddress",
    text: `update trading.receiving_addresses set version = version + 1, scanned_height = $3, scanned_at = $4
      where id = $1 and version = $2 returning owner_id, wallet_id`,
    values: [id, version, tip.height, timestamp(at)],
  });
  return owner;
}

/**
 * The known deposits of an address. The claim has locked out everybody else who writes here, except a change of the
 * chain.
 */
async function listDepositsOf(tx: Transaction, addressId: number): Promise<DepositRow[]> {
  return tx.query<DepositRow>({
    name: "trading.listDepositsOfAddress",
    text: `select id, txid, output_index, amount, is_coinbase, state, block_hash, missing_since_height, credits
      from trading.deposits where address_id = $1 and state not in ('settled', 'too_small') order by id limit 10000`,
    values: [addressId],
  });
}

/** A payment that is seen for the first time; one that was settled long ago is there already. */
async function addDeposit(
  tx: Transaction,
  currency: CurrencySymbol,
  address: WatchedAddress,
  owner: Owner,
  sighting: Sighting,
  { minimum, at }: Context,
): Promise<void> {
  await tx.execute({
    name: "trading.addDeposit",
    text: `insert into trading.deposits (wallet_id, owner_id, address_id, currency, address, txid, output_index, amount,
        is_coinbase, state, seen_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (currency, txid, output_index) do nothing`,
    values: [
      owner.wallet_id,
      owner.owner_id,
      address.id,
      currency,
      address.address,
      sighting.txid,
      sighting.outputIndex,
      String(sighting.amount),
      sighting.isCoinbase,
      sighting.amount < minimum ? "too_small" : "pending",
      timestamp(at),
    ],
  });
}

/** The deposit as it is now. */
async function writeDeposit(
  tx: Transaction,
  row: DepositRow,
  move: DepositMove,
  place: DepositPlace,
  at: Instant,
): Promise<void> {
  const block = place.kind === "block" ? place : undefined;
  const isSame = move.state === row.state && move.missingSinceHeight === row.missing_since_height;
  if (isSame && (block?.hash ?? null) === row.block_hash) return;
  await tx.execute({
    name: "trading.writeDeposit",
    text: `update trading.deposits set state = $2, block_height = $3, block_hash = $4, missing_since_height = $5,
        credits = credits + $6, credited_at = case when $6 = 1 then $7::timestamptz else credited_at end
      where id = $1`,
    values: [
      row.id,
      move.state,
      block?.height ?? null,
      block?.hash ?? null,
      move.missingSinceHeight,
      move.action === "credit" ? 1 : 0,
      timestamp(at),
    ],
  });
}

function keyOf({ txid, output_index: outputIndex }: DepositRow): string {
  return `${txid}:${outputIndex}`;
}

function keyOfSighting({ txid, outputIndex }: Sighting): string {
  return `${txid}:${outputIndex}`;
}
