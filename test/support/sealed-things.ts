/** Something sealed in every place that seals, made by the code that makes it for users. */
import type { Sealer } from "../../src/kit/auth/seal.ts";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import type { SealedPlace } from "../../src/kit/sealed/sealed-place.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { webhookRecord } from "../../src/kit/webhooks/store.ts";
import { keyRing } from "../../src/registry/tokens/key-ring.ts";
import { tokenStore } from "../../src/registry/tokens/sql/token-store.ts";
import { ApiKeys } from "../../src/trading/access/api-keys.ts";
import { keyStore } from "../../src/trading/access/sql/key-store.ts";
import { loadCaller } from "../../src/trading/access/sql/load-caller.ts";
import { twoFactorStore } from "../../src/trading/accounts/sql/two-factor-store.ts";
import { twoFactorRecord } from "../../src/trading/accounts/two-factor-record.ts";
import { telegramBotStore } from "../../src/trading/alerts/sql/telegram-bots.ts";
import { exchangeKeyStore } from "../../src/trading/exchanges/sql/key-store.ts";
import { idempotency } from "../../src/trading/idempotency/index.ts";
import { idempotencyStore } from "../../src/trading/idempotency/sql/idempotency-store.ts";
import { enqueueSecretMail } from "../../src/trading/mail/index.ts";
import { setDeveloperKey } from "../../src/trading/signals/sql/developers.ts";
import { userWebhookStore } from "../../src/trading/webhooks/sql/user-webhook-store.ts";
import { addUser } from "./ledger-users.ts";

/** Makes one thing of each kind, and `apiKeys` API keys. */
export async function makeSealedThings(db: Database, sealer: Sealer, apiKeys = 1): Promise<void> {
  const clock = systemClock();
  const random = systemRandom();
  const at = clock.now();
  await keyRing({ store: tokenStore(db), sealer, clock, random }).start();
  for (const name of ["registry", "players"] as const) await addWebhook(db, sealer, name);
  const uid = await addUser(db, {});
  const user = await loadCaller(db, uid);
  if (!user) throw new Error("the user is not there");
  const maker = {
    ...user,
    access: "full_access",
    credential: { kind: "session", id: "1" },
    address: "192.0.2.1",
  } as const;
  const keys = new ApiKeys({ keys: keyStore(db), sealer, random, clock, changed: () => undefined });
  for (let each = 0; each < apiKeys; each++) {
    await keys.create(maker, { label: "bot", access: "trade", addresses: [], allowBearer: false, isStrict: false });
  }
  await twoFactorStore(db).begin(uid, sealer.seal("TOTPSECRET", twoFactorRecord(uid)));
  const credentials = { token: "token", secret: "secret", password: "" };
  await exchangeKeyStore(db, sealer).addKey(
    { ownerUid: uid, uid, exchange: "binance", label: "key", credentials, at },
    10,
  );
  await db.transaction((tx) =>
    enqueueSecretMail(tx, sealer, { uid, to: "ann@example.test", subject: "link", text: "a link", at, expiresAt: at }),
  );
  await answerOnce(db, sealer, user);
  const doing = { ownerUid: uid, onlyUid: null, uid, at };
  const webhook = { url: "https://example.com/", label: "", events: ["run.changed"] as const, secret: "whsec_x" };
  await userWebhookStore(db, sealer).create(doing, webhook, 10);
  const developerKey = { key: `dev_${uid}`, secret: Buffer.from("SECRET") };
  const developer = { uid, ownerUid: uid, changesAccount: true, spendsMoney: true, at };
  await db.transaction((tx) => setDeveloperKey(tx, sealer, developer, developerKey));
  const bot = { botUrl: "https://example.com", token: "123456:token", chatId: "1" };
  await telegramBotStore(db, sealer).set({ ownerUid: uid, uid, at }, bot);
}

async function addWebhook(db: Database, sealer: Sealer, name: "registry" | "players"): Promise<void> {
  const id = `whk_of_${name}`;
  await db.execute({
    name: `test.addWebhook:${name}`,
    text: `insert into ${name}.webhooks (id, url, sealed_secret, events, pattern, created_at)
      values ($1, 'https://example.com/', $2, '{}', '*', now()) on conflict do nothing`,
    values: [id, sealer.seal("whsec_x", webhookRecord({ name }, id))],
  });
}

/** An answer that is kept for a repeated request. */
async function answerOnce(db: Database, sealer: Sealer, actor: object): Promise<void> {
  const call = {
    credentials: { headers: { "idempotency-key": "key:1" } },
    endpoint: { id: "access.createApiKey", auth: "change", input: {}, output: { kind: "json" } },
    actor: { ...actor, credential: { kind: "session", id: "1" } },
    input: {},
  };
  const options = { db, store: idempotencyStore(db), clock: systemClock(), sealer, depsOn: () => ({}) };
  await idempotency(options).around(call as never, () => ({ secret: "shown once" }));
}

/** The sealed texts in these places, opened: by place and row. */
export async function openAll(
  db: Database,
  places: readonly SealedPlace[],
  sealer: Sealer,
): Promise<Map<string, { text: string; keyId: string }>> {
  const opened = new Map<string, { text: string; keyId: string }>();
  for (const place of places) {
    const rows = await db.query<{ id: string; sealed: string }>({
      name: `test.sealed:${place.table}`,
      text: `select ${place.id} as id, t.${place.column} as sealed from ${place.table} t where ${place.holds}`,
    });
    for (const { id, sealed } of rows) {
      const text = sealer.open(sealed, place.record(id)).toString("base64");
      opened.set(`${place.table} ${id}`, { text, keyId: sealed.split(".")[1] ?? "" });
    }
  }
  return opened;
}
