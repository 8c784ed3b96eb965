/**
 * Seven of everything that the trading platform lists, for one account. All of a kind have the same time, as in a busy
 * second: an order by time alone shows some of them twice, and others never.
 */
import type { Database } from "../../src/kit/sql/database.ts";
import { parseInstant, type Instant } from "../../src/kit/time/instant.ts";
import { postEntry } from "../../src/trading/ledger/index.ts";

export const MANY = 7;

const TIME = "2026-03-01T12:00:00Z";
const AT = `timestamptz '${TIME}'`;
const ROWS = `generate_series(1, ${MANY}) as n`;

/** `$1` is the account, `$2` a sub-account of it. */
const STATEMENTS: readonly string[] = [
  `insert into trading.announcements (title, body, category, severity, created_at)
    select 'Notice ' || n, 'Text', 'release', 'info', ${AT} from ${ROWS}`,
  `insert into trading.invoices (owner_id, number, kind, period_from, period_to, currency, amount, status, items, created_at)
    select $1, 'T-' || n, 'month', ${AT} - n * interval '31 days', ${AT}, 'USD', 0, 'zero', '[]', ${AT} from ${ROWS}`,
  `insert into trading.servers
      (owner_id, type, region, server_package, status, cpu, memory_mb, price_hour, paid, duration_seconds, created_at)
    select $1, type, 'london', 'small', 'provisioning', 1, 512, 0, 0, 3600, ${AT}
    from ${ROWS} cross join unnest(array['private', 'shared']) as type`,
  `with terms as (
      insert into trading.news_terms (words, version) select ' word ' || n || ' ', n from ${ROWS} returning id, words
    )
    insert into trading.news_keywords (uid, owner_uid, name, term_id, created_at)
    select $1, $1, 'Word ' || words, id, ${AT} from terms`,
  `insert into trading.audit (owner_id, user_id, action, subject, details, at)
    select $1, $1, 'package.change', 'subscription', '{}', ${AT} from ${ROWS}`,
  `insert into trading.exchange_keys (owner_uid, uid, exchange, label, token_masked, sealed_credentials, created_at)
    select $1, $1, 'binance', 'Key ' || n, 'abc...', 'never opened', ${AT} from ${ROWS}`,
  `insert into trading.exchange_queries (owner_uid, uid, key_id, exchange, query, parameters, state, created_at)
    select $1, $1, min(id), 'binance', 'balance', '{}', 'failed', ${AT}
    from trading.exchange_keys cross join ${ROWS} where owner_uid = $1 group by n`,
  `insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, exchange, market_id, side, type, price,
      amount, created_ms, send_at_ms, has_command, claimed_fence, state, is_settled, updated_ms)
    select n * 2 + place, 'listed' || n || state, 'listed/' || n || state, $1, $1, min(k.id), 'binance', 'btcusdt', 'buy',
      'limit', 1, 1, 1, 1, false, 1, state, state <> 'open', 1
    from trading.exchange_keys k cross join ${ROWS}
      cross join unnest(array['open', 'canceled']) with ordinality as states (state, place)
    where k.owner_uid = $1 group by n, state, place`,
  `insert into trading.webhooks (id, owner_uid, uid, url, label, sealed_secret, events, created_at, enabled)
    select n::text, $1, $1, 'https://192.0.2.1/', '', 'never opened', array['run.changed'], ${AT}, false from ${ROWS}`,
  `insert into trading.webhook_deliveries (webhook_id, event, payload, created_at, due_at, gave_up_at)
    select id, 'run.changed', '{"event": "run.changed"}', ${AT}, ${AT}, ${AT} from trading.webhooks where owner_uid = $1`,
  `insert into trading.alerts (owner_uid, uid, is_of_key, kind, why, data, at, recorded_at, outcome)
    select $1, $1, false, 'halted', '', '{}', ${AT}, ${AT}, 'sent' from ${ROWS}`,
  `insert into trading.broadcasts (owner_id, title, body, recipients, created_at, updated_at)
    select $1, 'Broadcast ' || n, 'Text', 1, ${AT}, ${AT} from ${ROWS}`,
  `insert into trading.broadcast_recipients (broadcast_id, uid) select id, $1 from trading.broadcasts where owner_id = $1`,
  `insert into trading.accesses (uid, address, user_agent, method, result, created_at)
    select uid, '192.0.2.1', 'test', 'web', 'success', ${AT} from ${ROWS} cross join unnest(array[$1, $2]::bigint[]) as uid`,
  `insert into trading.users (username, name, email, password_hash, password_changed_at, referral_code, referred_by, created_at)
    select 'referred' || n, 'Referred', 'referred' || n || '@example.com', 'x', ${AT}, 'code' || n, $1, ${AT} from ${ROWS}`,
  `insert into trading.invitations (code_hash, inviter_id, label, created_at, expires_at)
    select sha256(convert_to('code' || n, 'UTF8')), $1, 'Invitation ' || n, ${AT}, ${AT} from ${ROWS}`,
  `insert into trading.api_keys (key, user_id, label, access, sealed_secret, secret_hash, created_at)
    select 'listed-key-' || repeat(n::text, 20), $1, 'Key ' || n, 'read_only', 'x', sha256(''), ${AT} from ${ROWS}`,
  `insert into trading.commissions
      (entry_id, owner_id, subaccount_id, strategy_id, transaction_id, currency, rate, amount, created_at)
    select id, $1, $1, 1, id, 'USD', 1, 1, ${AT} from trading.ledger_entries where reference like 'listed:%'`,
  `insert into trading.wallets (owner_id, currency, created_at) values ($1, 'BTC', ${AT}) on conflict do nothing`,
  `insert into trading.deposits
      (wallet_id, owner_id, recorded_by, currency, address, txid, output_index, amount, is_coinbase, state, seen_at)
    select min(id), $1, $1, 'BTC', 'address', repeat(n::text, 64), 0, 1, false, 'pending', ${AT}
    from trading.wallets cross join ${ROWS} where owner_id = $1 and currency = 'BTC' group by n`,
  `insert into trading.receiving_addresses (wallet_id, owner_id, currency, account_key, receiving_index, address, created_at)
    select min(id), $1, 'BTC', 'k', 1, 'address', ${AT} from trading.wallets where owner_id = $1 and currency = 'BTC'`,
  `insert into trading.deposits
      (wallet_id, owner_id, address_id, currency, address, txid, output_index, amount, is_coinbase, state, seen_at)
    select wallet_id, $1, id, 'BTC', 'address', repeat('d' || n, 32), 0, 1, false, 'review', ${AT}
    from trading.receiving_addresses cross join ${ROWS} where owner_id = $1 and account_key = 'k'`,
  `insert into trading.withdrawals
      (wallet_id, owner_id, requested_by, currency, address, amount, fee, approvals_needed, state, created_at)
    select min(id), $1, $1, 'BTC', 'address', 1, 0, 1, 'pending_review', ${AT}
    from trading.wallets cross join ${ROWS} where owner_id = $1 and currency = 'BTC' group by n`,
  `insert into trading.exports (uid, owner_uid, system, type, symbol, row_limit, created_at, expires_at)
    select $1, $1, 'all_strategies', '.csv', 'binance-btcusdt', 10, ${AT}, now() + interval '1 day' from ${ROWS}`,
  `insert into trading.reminders
      (uid, owner_id, title, body, repeat, first_at, next_at, created_at, updated_at)
    select $1, $1, 'Reminder ' || n, '', 'none', ${AT}, now() + interval '1 year', ${AT}, ${AT} from ${ROWS}`,
  `insert into trading.tickets
      (uid, owner_id, contact_name, contact_email, subject, category, priority, status, messages, created_at, updated_at)
    select $1, $1, 'Ada', 'ada@example.com', 'Subject ' || n, 'general', 'normal', 'open', 1, ${AT}, ${AT} from ${ROWS}`,
  `insert into trading.ticket_messages (ticket_id, author_uid, is_staff, body, created_at)
    select id, $1, false, 'A question', ${AT} from trading.tickets where uid = $1 and subject like 'Subject %'`,
  `insert into trading.profiles (owner_uid, uid, name, description, settings, created_at, updated_at)
    select $1, $1, 'Profile ' || n, '', '{}', ${AT}, ${AT} from ${ROWS}`,
  `insert into trading.strategies (profile_id, owner_uid, uid, created_at)
    select id, $1, $1, ${AT} from trading.profiles where owner_uid = $1 and name like 'Profile %'`,
  `insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, exchange, market_id, side, type, price,
      amount, created_ms, send_at_ms, has_command, claimed_fence, state, is_settled, updated_ms, strategy_id, run_row, slice,
      attempt, kind, type_orig, price_entry, price_offset)
    select 100 + n, 'sliced' || n, 'sliced/' || n, $1, $1, min(k.id), 'binance', 'btcusdt', 'buy', 'limit', 1, 1, 1, 1, false,
      1, 'canceled', true, 1, min(s.id), 0, n, 0, 'slice', 'limit', 1, 0
    from trading.exchange_keys k join trading.strategies s on s.owner_uid = k.owner_uid cross join ${ROWS}
    where k.owner_uid = $1 group by n`,
  `insert into trading.trades (owner_uid, uid, key_id, exchange, is_real, market_id, trade_id, exchange_order_id, strategy_id,
      side, base, quote, price, amount, is_maker, at_ms, quote_usd, lacks_rate)
    select $1, $1, 1, 'binance', true, 'btcusdt', id::text, '1', id, 'buy', 'BTC', 'USDT', 1000, 1, false, 1, 1, false
    from trading.strategies where owner_uid = $1`,
  `with made as (
      insert into trading.algorithms (owner_uid, uid, head_version, created_at) select $1, $1, 1, ${AT} from ${ROWS} returning id
    )
    insert into trading.algorithm_versions (algorithm_id, version, definition, created_at, updated_at)
    select made.id, 1, v.definition, ${AT}, ${AT}
    from made, trading.algorithm_versions v where v.algorithm_id = 900001 and v.version = 1`,
  `insert into trading.signals (owner_uid, uid, name, description, code, quote, base, fee_rate, price, subscribers_max,
      created_ms, edited_ms)
    values ($1, $1, 'Listed', '', 'simalpha-btcusdt', 'USDT', 'BTC', 0, 0, 1, 1, 1)`,
  `insert into trading.signal_hooks (signal_id, owner_uid, uid, label, token_hash, execute_within_ms, maximum_amount, created_at)
    select s.id, $1, $1, 'Hook ' || n, sha256(convert_to('hook' || n, 'UTF8')), 1, 1, ${AT}
    from trading.signals s cross join ${ROWS} where s.owner_uid = $1`,
  `insert into trading.articles (uid, owner_uid, title, brief, body, images, is_draft, publish_at, created_at, updated_at)
    select $1, $1, 'Article ' || n, 'Brief', 'Body', '{}', false, ${AT}, ${AT}, ${AT} from ${ROWS}`,
];

/** Fills every list for `uid`; `memberUid` is a sub-account of it. Rows are made by SQL: only how they are listed matters. */
export async function fillLists(db: Database, uid: number, memberUid: number): Promise<void> {
  for (let n = 1; n <= MANY; n++) await db.transaction((tx) => postEntry(tx, commission(uid, n)));
  for (const [at, text] of STATEMENTS.entries()) {
    const values = [uid, memberUid].slice(0, text.includes("$2") ? 2 : text.includes("$1") ? 1 : 0);
    await db.execute({ name: `test.fill${at}`, text, values });
  }
}

function commission(ownerUid: number, n: number): Parameters<typeof postEntry>[1] {
  const posting = { currency: `C${n}`, amount: 1n };
  return {
    reference: `listed:${n}`,
    type: "commission",
    ownerUid,
    description: "Commission",
    at: parseInstant(TIME) as Instant,
    postings: [
      { ...posting, account: `user:${ownerUid}` },
      { ...posting, account: "platform:revenue", amount: -1n },
    ],
  };
}
