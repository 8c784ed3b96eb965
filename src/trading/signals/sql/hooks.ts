/** Addresses of charting tools, and the messages that come to them. */
import { createHash } from "node:crypto";
import { AppError } from "../../../kit/errors/catalogue.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { toMillis, type Instant } from "../../../kit/time/instant.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import type { Page } from "../../page.ts";
import { recordDeed } from "../../audit/index.ts";
import { triggerOf, type HookMessage, type Refused } from "../core/hook-text.ts";
import { signalErrors } from "../errors.ts";
import { MESSAGES_KEPT_MS, type Hook, type HookAnswer, type HookOutcome, type HookTarget } from "../hook-store.ts";
import type { SignalDoer, TriggerFacts } from "../store.ts";
import { holdSignal, lockSignal, type HeldSignal } from "./hold-signal.ts";
import { applyTrigger } from "./trigger-signal.ts";

/** The most valid addresses of one signal. */
const MAX_HOOKS = 20;
/** A message that names neither an id nor a time is the same one for this long. */
const UNMARKED_FOR_MS = MINUTE_MS;

interface Row {
  readonly id: number;
  readonly signal_id: number;
  readonly label: string;
  readonly execute_within_ms: number;
  readonly maximum_amount: string;
  readonly created_at: Instant;
  readonly received_ms: number | null;
  readonly outcome: "triggered" | "refused" | null;
  readonly answer: string | null;
}

/** Of a hook `h`, with the newest message. */
const HOOK = `select h.id, h.signal_id, h.label, h.execute_within_ms, h.maximum_amount, h.created_at, m.received_ms,
      m.outcome, m.answer
    from trading.signal_hooks h left join lateral (select received_ms, outcome, answer from trading.signal_hook_messages
      where hook_id = h.id order by received_ms desc limit 1) as m on true`;

interface NewHook {
  readonly signalId: number;
  readonly label: string;
  readonly tokenHash: Buffer;
  readonly executeWithinMs: number;
  readonly maximumAmount: string;
}

/** A new address of a signal that the user may trigger. */
export async function addHook(tx: Transaction, by: SignalDoer, hook: NewHook): Promise<Hook> {
  const held = await holdSignal(tx, by, hook.signalId);
  if ((await countHooks(tx, held.id)) >= MAX_HOOKS) throw signalErrors.tooManyHooks({ maximum: MAX_HOOKS });
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertSignalHook",
    text: `insert into trading.signal_hooks (signal_id, owner_uid, uid, label, token_hash, execute_within_ms, maximum_amount,
        created_at)
      values ($1, $2, $3, $4, $5, $6, $7::numeric, $8) returning id`,
    values: [
      held.id,
      by.ownerUid,
      by.uid,
      hook.label,
      hook.tokenHash,
      hook.executeWithinMs,
      hook.maximumAmount,
      timestamp(by.at),
    ],
  });
  invariant(row, "an inserted hook is returned");
  await recordDeed(tx, by, "signal.hook_create", held.id, { hook: row.id, label: hook.label });
  const { signalId, label, executeWithinMs, maximumAmount } = hook;
  return { id: row.id, signalId, label, executeWithinMs, maximumAmount, createdAt: by.at, last: undefined };
}

/** How many addresses of a signal are valid. */
async function countHooks(tx: Transaction, signalId: number): Promise<number> {
  const [row] = await tx.query<{ total: number }>({
    name: "trading.countHooksOfSignal",
    text: "select count(*) as total from trading.signal_hooks where signal_id = $1 and revoked_at is null",
    values: [signalId],
  });
  return row?.total ?? 0;
}

/** The valid ones of a user, or of all users of an account, newest first. */
export async function pageHooks(
  q: Queryable,
  { ownerUid, uid, changesAccount }: SignalDoer,
  { limit, offset }: Page,
): Promise<{ readonly hooks: readonly Hook[]; readonly total: number }> {
  const values = [ownerUid, changesAccount ? null : uid];
  const rows = await q.query<Row>({
    name: "trading.pageSignalHooks",
    text: `${HOOK} where h.owner_uid = $1 and ($2::bigint is null or h.uid = $2) and h.revoked_at is null
      order by h.id desc limit $3 offset $4`,
    values: [...values, limit, offset],
  });
  const [counted] = await q.query<{ total: number }>({
    name: "trading.countSignalHooks",
    text: `select count(*) as total from trading.signal_hooks h
      where h.owner_uid = $1 and ($2::bigint is null or h.uid = $2) and h.revoked_at is null`,
    values,
  });
  return { hooks: rows.map(hookOf), total: counted?.total ?? 0 };
}

/** From now on the address takes no messages. */
export async function revokeHook(tx: Transaction, by: SignalDoer, id: number): Promise<boolean> {
  const [row] = await tx.query<{ signal_id: number }>({
    name: "trading.revokeSignalHook",
    text: `update trading.signal_hooks set revoked_at = $4
      where id = $1 and owner_uid = $2 and ($3::bigint is null or uid = $3) and revoked_at is null returning signal_id`,
    values: [id, by.ownerUid, by.changesAccount ? null : by.uid, timestamp(by.at)],
  });
  if (!row) return false;
  await recordDeed(tx, by, "signal.hook_delete", row.signal_id, { hook: id });
  return true;
}

interface TargetRow {
  readonly hook_id: number;
  readonly id: number;
  readonly code: string;
  readonly quote: string;
}

/** The signal that an address triggers, as long as its user and account exist. */
export async function findTarget(q: Queryable, tokenHash: Buffer): Promise<HookTarget | undefined> {
  const [row] = await q.query<TargetRow>({
    name: "trading.findHookTarget",
    text: `select h.id as hook_id, s.id, s.code, s.quote
      from trading.signal_hooks h join trading.signals s on s.id = h.signal_id
        join trading.users person on person.id = h.uid join trading.users owner on owner.id = h.owner_uid
      where h.token_hash = $1 and h.revoked_at is null and s.deleted_ms is null
        and person.is_active and person.closed_at is null and owner.is_active and owner.closed_at is null`,
    values: [tokenHash],
  });
  return row && { hookId: row.hook_id, id: row.id, code: row.code, quote: row.quote };
}

/** A message is triggered, refused, or known: the row of the signal makes deliveries of one message wait for each other. */
export async function receive(
  tx: Transaction,
  target: HookTarget,
  { text, read }: { readonly text: string; readonly read: HookMessage | Refused },
  facts: TriggerFacts,
  at: Instant,
): Promise<HookOutcome | undefined> {
  const held = await lockSignal(tx, target.id);
  const hook = held && (await findHook(tx, target.hookId));
  if (!held || !hook) return undefined;
  const mark = "kind" in read ? "" : read.mark;
  const fingerprint = createHash("sha256").update(identityOf(text, read)).digest();
  const nowMs = Math.floor(toMillis(at));
  const known = await findMessage(
    tx,
    target.hookId,
    fingerprint,
    nowMs - (mark === "" ? UNMARKED_FOR_MS : MESSAGES_KEPT_MS),
  );
  if (known) return { ...known, repeated: true };
  const outcome = await apply(tx, held, hook, read, facts, at);
  await recordMessage(tx, target.hookId, fingerprint, outcome, nowMs);
  return outcome;
}

/** What two deliveries of one message share, and no two messages do: what it says, and when where it says so. */
function identityOf(text: string, read: HookMessage | Refused): string {
  if ("kind" in read || read.mark === "") return `text ${text}`;
  const { side = "", action = "", position = "", mark } = read;
  return `mark ${side}/${action}/${position} ${mark}`;
}

interface HookRow {
  readonly id: number;
  readonly owner_uid: number;
  readonly uid: number;
  readonly execute_within_ms: number;
  readonly maximum_amount: string;
}

/** Held, so that it is not revoked before the message is done. */
async function findHook(tx: Transaction, id: number): Promise<HookRow | undefined> {
  const [row] = await tx.query<HookRow>({
    name: "trading.holdSignalHook",
    text: `select id, owner_uid, uid, execute_within_ms, maximum_amount from trading.signal_hooks
      where id = $1 and revoked_at is null for key share`,
    values: [id],
  });
  return row;
}

async function apply(
  tx: Transaction,
  held: HeldSignal,
  hook: HookRow,
  read: HookMessage | Refused,
  facts: TriggerFacts,
  at: Instant,
): Promise<HookOutcome> {
  const trigger = "kind" in read ? read : triggerOf(read, { open: held.open?.direction, direction: held.direction });
  if ("kind" in trigger || "kind" in read) {
    const reason = "kind" in trigger ? trigger.reason : "";
    return { outcome: "refused", repeated: false, answer: { reason } };
  }
  const by = { uid: hook.uid, ownerUid: hook.owner_uid, at };
  const { executeWithinMs = hook.execute_within_ms, maximumAmount = hook.maximum_amount } = read;
  const sent = { id: held.id, ...trigger, executeWithinMs, maximumAmount, facts };
  try {
    const answer = await applyTrigger(tx, by, held, sent, `hook ${hook.id}`);
    return { outcome: "triggered", repeated: false, answer };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== signalErrors.wrongTrigger.spec.code) throw error;
    // It is refused before anything is written.
    return { outcome: "refused", repeated: false, answer: { reason: error.message } };
  }
}

/** The answer to the same message. One that was refused may be sent again. */
async function findMessage(tx: Transaction, hookId: number, fingerprint: Buffer, sinceMs: number) {
  const [row] = await tx.query<{ answer: string }>({
    name: "trading.findHookMessage",
    text: `select answer from trading.signal_hook_messages
      where hook_id = $1 and fingerprint = $2 and received_ms > $3 and outcome = 'triggered'
      order by received_ms desc limit 1`,
    values: [hookId, fingerprint, sinceMs],
  });
  return row && { outcome: "triggered" as const, answer: JSON.parse(row.answer) as HookAnswer };
}

/** The message, and its answer. Of those that were refused the newest is kept. */
async function recordMessage(
  tx: Transaction,
  hookId: number,
  fingerprint: Buffer,
  { outcome, answer }: HookOutcome,
  nowMs: number,
): Promise<void> {
  await tx.execute({
    name: "trading.deleteRefusedHookMessages",
    text: "delete from trading.signal_hook_messages where hook_id = $1 and outcome = 'refused'",
    values: [hookId],
  });
  await tx.execute({
    name: "trading.recordHookMessage",
    text: `insert into trading.signal_hook_messages (hook_id, fingerprint, received_ms, outcome, answer)
      values ($1, $2, $3, $4, $5::jsonb)
      on conflict (hook_id, fingerprint, received_ms) do update set outcome = excluded.outcome, answer = excluded.answer`,
    values: [hookId, fingerprint, nowMs, outcome, JSON.stringify(answer)],
  });
}

function hookOf(row: Row): Hook {
  return {
    id: row.id,
    signalId: row.signal_id,
    label: row.label,
    executeWithinMs: row.execute_within_ms,
    maximumAmount: row.maximum_amount,
    createdAt: row.created_at,
    last:
      row.received_ms === null
        ? undefined
        : {
            receivedMs: row.received_ms,
            outcome: row.outcome ?? "refused",
            answer: JSON.parse(row.answer ?? "null"),
          },
  };
}
