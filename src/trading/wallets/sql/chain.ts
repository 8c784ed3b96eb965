/** The known state of a chain, on PostgreSQL. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { CurrencySymbol } from "../core/currencies.ts";
import { KEPT_HEIGHTS } from "../core/deposit.ts";
import type { ChainView, KnownChain } from "../watch/follow-chain.ts";
import { auditDeposit } from "./deposits.ts";

interface ChainRow {
  readonly tip_height: number;
  readonly tip_hash: string;
  readonly version: number;
}

/** Where the watcher goes on. */
export async function readChain(q: Queryable, currency: CurrencySymbol): Promise<KnownChain | undefined> {
  const [chain] = await q.query<ChainRow>({
    name: "trading.readChain",
    text: "select tip_height, tip_hash, version from trading.chains where currency = $1",
    values: [currency],
  });
  if (!chain) return undefined;
  const blocks = await q.query<{ height: number; hash: string }>({
    name: "trading.listChainBlocks",
    text: `select height, hash from trading.chain_blocks where currency = $1 order by height desc
      limit ${2 * KEPT_HEIGHTS}`,
    values: [currency],
  });
  return { tip: { height: chain.tip_height, hash: chain.tip_hash }, blocks, version: chain.version };
}

/** Notes the chain as it is now. Answers its new version, or undefined when another run was first. */
export async function saveChain(
  tx: Transaction,
  currency: CurrencySymbol,
  known: KnownChain | undefined,
  view: Extract<ChainView, { kind: "at" }>,
  at: Instant,
): Promise<number | undefined> {
  const version = await moveTip(tx, currency, known, view, at);
  if (version === undefined) return undefined;
  await replaceBlocks(tx, currency, view);
  for (const left of await unsettle(tx, currency, view.forkHeight))
    await auditDeposit(tx, left, "deposit.unsettle", at);
  await settle(tx, currency, view.tip.height);
  return version;
}

/** The top, if it has not been moved since it was read. */
async function moveTip(
  tx: Transaction,
  currency: CurrencySymbol,
  known: KnownChain | undefined,
  { tip }: Extract<ChainView, { kind: "at" }>,
  at: Instant,
): Promise<number | undefined> {
  const values = [currency, tip.height, tip.hash, timestamp(at)];
  const [row] = known
    ? await tx.query<{ version: number }>({
        name: "trading.moveChainTip",
        text: `update trading.chains set tip_height = $2, tip_hash = $3, checked_at = $4, version = version + 1
          where currency = $1 and version = $5 returning version`,
        values: [...values, known.version],
      })
    : await tx.query<{ version: number }>({
        name: "trading.addChain",
        text: `insert into trading.chains (currency, tip_height, tip_hash, checked_at, version)
          values ($1, $2, $3, $4, 1) on conflict (currency) do nothing returning version`,
        values,
      });
  return row?.version;
}

/** Takes away what has left the chain and what is too old, and adds what has come. */
async function replaceBlocks(
  tx: Transaction,
  currency: CurrencySymbol,
  { tip, forkHeight, added }: Extract<ChainView, { kind: "at" }>,
): Promise<void> {
  await tx.execute({
    name: "trading.removeChainBlocks",
    text: "delete from trading.chain_blocks where currency = $1 and (height > $2 or height < $3)",
    values: [currency, forkHeight, tip.height - KEPT_HEIGHTS],
  });
  if (added.length === 0) return;
  invariant(added.length <= KEPT_HEIGHTS + 1, "only the last heights are kept");
  await tx.execute({
    name: "trading.addChainBlocks",
    text: `insert into trading.chain_blocks (currency, height, hash)
      select $1, b.height, b.hash from unnest($2::bigint[], $3::text[]) as b (height, hash)`,
    values: [currency, added.map(({ height }) => height), added.map(({ hash }) => hash)],
  });
}

/** Deposits in blocks that have left the chain wait again; those that were credited are answered. */
async function unsettle(tx: Transaction, currency: CurrencySymbol, forkHeight: number) {
  const rows = await tx.query<{ id: number; owner_id: number; txid: string; state: string }>({
    name: "trading.unsettleDeposits",
    text: `update trading.deposits set block_height = null, block_hash = null,
        state = case when state = 'credited' then 'unsettled' else state end
      where currency = $1 and block_height > $2 and state in ('pending', 'credited', 'unsettled', 'review')
      returning id, owner_id, txid, state`,
    values: [currency, forkHeight],
  });
  return rows
    .filter(({ state }) => state === "unsettled")
    .map(({ id, owner_id: ownerUid, txid }) => ({ id, ownerUid, currency, txid }));
}

/** Deposits so deep that their block's hash is no longer kept are done. */
async function settle(tx: Transaction, currency: CurrencySymbol, tipHeight: number): Promise<void> {
  await tx.execute({
    name: "trading.settleDeposits",
    text: `update trading.deposits set state = 'settled'
      where currency = $1 and state = 'credited' and block_height <= $2`,
    values: [currency, tipHeight - KEPT_HEIGHTS],
  });
}
