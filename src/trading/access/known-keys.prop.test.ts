/**
 * Random changes of accounts, and requests in two processes that remember the keys. The twin is a process that remembers
 * nothing: each request gets what the twin gets at some moment between the arrival of the request and its answer.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { accessProcess, addKey, addUser, requestWith } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { AppError } from "../../kit/errors/catalogue.ts";
import type { Database, Statement } from "../../kit/sql/database.ts";
import type { Authenticator } from "./authenticator.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const RUNS = 25;
const BEARER = { allowBearer: true };

/** `$1` is the sub-account, `$2` its owner. */
const CHANGES = [
  "update trading.users set rights = '{}' where id = $1 or $2 = 0",
  `update trading.users set rights = '{"allowApiAccess": true}' where id = $1 or $2 = 0`,
  `update trading.users set rights = '{"allowApiAccess": true, "allowExport": true}' where id = $1 or $2 = 0`,
  "update trading.users set password_hash = password_hash || 'x' where id in ($1, $2)",
  "update trading.users set role = case role when 'user' then 'support' else 'user' end where id = $2 or $1 = 0",
  "update trading.api_keys set addresses = '{198.51.100.1}' where user_id in ($1, $2)",
  "update trading.api_keys set addresses = '{}' where user_id in ($1, $2)",
  "update trading.api_keys set last_used_at = now() where user_id in ($1, $2)",
  "update trading.api_keys set access = 'read_only' where user_id = $1 or user_id = $2",
  `insert into trading.subaccounts select $1, true, now(), now() where $2 > 0
    on conflict (uid) do update set force_twofactor = not trading.subaccounts.force_twofactor`,
  "insert into trading.two_factor select $1, '-', now() where $2 > 0 on conflict do nothing",
  "delete from trading.two_factor where uid in ($1, $2)",
  `insert into trading.subscriptions (owner_id, base_id, overrides, created_at, updated_at)
    select $2, 'pro', '{"subaccounts.api_access": false}', now(), now() where $1 > 0
    on conflict (owner_id) do update set overrides = '{"user_settings.ratelimit.minute": 7}'`,
  "delete from trading.subscriptions where owner_id in ($1, $2)",
  // From here on no way leads back.
  "update trading.api_keys set revoked_at = now() where user_id = $1 or $2 = 0",
  "update trading.users set is_active = false where id = $1 or $2 = 0",
  "update trading.users set closed_at = now(), is_active = false where id in ($1, $2)",
] as const;

type Step =
  | { readonly do: "change"; readonly which: number }
  | { readonly do: "ask"; readonly process: 0 | 1; readonly key: 0 | 1; readonly isAwaited: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("change" as const), which: fc.nat(CHANGES.length - 1) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      process: fc.constantFrom(0 as const, 1 as const),
      key: fc.constantFrom(0 as const, 1 as const),
      isAwaited: fc.boolean(),
    }),
  },
);

/** Answers late, after as many turns of the event loop as come next: a read is old by then. */
function lateDatabase(turns: readonly number[]): Database {
  let next = 0;
  const late = async <Row extends object>(statement: Statement): Promise<Row[]> => {
    const rows = await db.query<Row>(statement);
    for (let left = turns[next++ % turns.length] ?? 0; left > 0; left--) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return rows;
  };
  return { ...db, query: late };
}

type TestKey = Awaited<ReturnType<typeof addKey>>;

/** The outcome of a request with a key, as text to compare. */
async function outcomeOf(authenticator: Authenticator, { apiKey, secret }: TestKey): Promise<string> {
  try {
    // By bearer: nonces of a key that two processes use at once would come out of order.
    const request = requestWith({ authorization: `Bearer ${apiKey.key}.${secret}` });
    return JSON.stringify(await authenticator.authenticate(request));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.status} ${error.code}`;
  }
}

test("a process that remembers a key never answers a request by what was so before the request came", async () => {
  const steps = fc.array(step, { minLength: 4, maxLength: 16 });
  const turns = fc.array(fc.nat(60), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(steps, turns, async (doings, delays) => {
      const maker = accessProcess(db);
      const ownerUid = await addUser(db);
      const uid = await addUser(db, ownerUid, { allowApiAccess: true });
      const keys = [await addKey(db, maker, BEARER, uid), await addKey(db, maker, BEARER, ownerUid)] as const;
      const processes = [accessProcess(lateDatabase(delays)), accessProcess(lateDatabase(delays))] as const;
      const twins = () => Promise.all(keys.map((key) => outcomeOf(accessProcess(db).authenticator, key)));
      // The right answer for each key after this many changes.
      const right = [await twins()];
      let begun = 0;
      const asked: Promise<void>[] = [];
      const checks: (() => void)[] = [];
      const ask = async (process: 0 | 1, key: 0 | 1): Promise<void> => {
        const first = right.length - 1;
        const outcome = await outcomeOf(processes[process].authenticator, keys[key]);
        const last = begun;
        checks.push(() => expect(right.slice(first, last + 1).map((each) => each[key])).toContain(outcome));
      };
      for (const doing of doings) {
        if (doing.do === "ask") {
          const answered = ask(doing.process, doing.key);
          asked.push(answered);
          if (doing.isAwaited) await answered;
        } else {
          begun++;
          const text = (CHANGES[doing.which] ?? "").replaceAll("$1", "$1::bigint").replaceAll("$2", "$2::bigint");
          await db.execute({ name: `test.change${doing.which}`, text, values: [uid, ownerUid] });
          // Those that come from here on must see it, whatever the processes were reading.
          right.push(right.at(-1) ?? []);
          asked.push(ask(0, 0), ask(1, 0), ask(0, 1), ask(1, 1));
          right[right.length - 1] = await twins();
        }
      }
      await Promise.all(asked);
      for (const check of checks) check();
    }),
    { numRuns: RUNS },
  );
});
