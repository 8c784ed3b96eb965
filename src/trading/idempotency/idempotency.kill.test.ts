/** A request with an Idempotency-Key when the platform is killed in the middle of it. */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { signed } from "../../../test/support/signed-trading.ts";
import { testPlatform } from "../../../test/support/test-platform.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { sealer } from "../../kit/auth/seal.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { ApiKeys, keyStore } from "../access/index.ts";
import { addKey, addUser, type MadeKey } from "../operator.ts";

const database = await testDatabase({ rooms: ["kit", "trading"] });
await migrateJobs(database.connection);
const script = await bundleScript(fileURLToPath(new URL("../../../test/support/idempotent-child.ts", import.meta.url)));
const masterKey = randomBytes(32);

const platform = { ...testPlatform(database), sealer: sealer([{ id: "test", key: masterKey }]) };
const apiKeys = new ApiKeys({ ...platform, keys: keyStore(database.db), changed: () => undefined });

async function keyHolder(): Promise<{ uid: number; key: MadeKey }> {
  const name = `holder${randomBytes(4).toString("hex")}`;
  const uid = await addUser(platform, {
    username: name,
    name,
    email: `${name}@example.com`,
    password: "Long-enough-1",
    role: "user",
  });
  if (typeof uid !== "number") throw new Error(uid.problem);
  const key = await addKey(platform, apiKeys, uid, { label: "first", access: "full_access", allowBearer: false });
  if (!key) throw new Error("the user has no key");
  return { uid, key };
}

/** A platform that stalls there, and one that never does. */
async function platformThatStops(point: string) {
  const child = new ScriptProcess(script, [JSON.stringify(database.connection), masterKey.toString("hex"), point]);
  onTestFinished(() => child.kill());
  return { child, url: String((await child.heard("ready"))["url"]) };
}

/** Asks for another key, whose secret is shown once. */
async function askForKey(url: string, key: MadeKey): Promise<{ status: number; data: unknown }> {
  const response = await fetch(`${url}/api/v2/user/api-keys/create`, {
    method: "POST",
    headers: { ...signed(key), "content-type": "application/json", "idempotency-key": "one-more-key" },
    body: JSON.stringify({ label: "one more" }),
  });
  const { data } = (await response.json()) as { data: unknown };
  return { status: response.status, data };
}

const madeFor = async (uid: number): Promise<string[]> => {
  const { keys } = await keyStore(database.db).list(uid, { limit: 50, offset: 0 });
  return keys.filter(({ label }) => label === "one more").map(({ key }) => key);
};

test.each([
  ["before the change", 0],
  ["between change and answer", 0],
  ["after the answer was kept", 1],
] as const)(
  "kill -9 %s: the repeated request makes the change once, and its answer is the first one ever after",
  async (point, madeBefore) => {
    const { uid, key } = await keyHolder();
    const { child, url } = await platformThatStops(point);
    const lost = askForKey(url, key).then(
      () => "answered",
      () => "cut off",
    );
    await child.heard("stopped");
    await child.kill();
    expect(await lost).toBe("cut off");
    expect(await madeFor(uid)).toHaveLength(madeBefore);

    const next = await platformThatStops("nowhere");
    const answer = await untilTaken(() => askForKey(next.url, key));
    expect(answer).toMatchObject({ status: 200, data: { key: expect.any(String), secret: expect.any(String) } });
    const again = await askForKey(next.url, key);
    expect(again).toEqual(answer);
    expect(await madeFor(uid)).toEqual([(answer.data as { key: string }).key]);
    // The answer equals what was stored: the secret opens the key.
    const { key: made, secret } = answer.data as { key: string; secret: string };
    const used = await fetch(`${next.url}/api/v2/user/account-details`, { headers: signed({ key: made, secret }) });
    expect(used.status).toBe(200);
  },
);

/** Of a process that was killed it is not known which were used: all that it may have taken are refused. */
const NONCE_USED = 2011;

type Answer = Awaited<ReturnType<typeof askForKey>>;

/** PostgreSQL may not have noticed yet that the killed process is gone, and nonces of a second are refused after a kill. */
async function untilTaken(ask: () => Promise<Answer>): Promise<Answer> {
  return waitUntil(async () => {
    const answer = await ask();
    if (answer.status === 409) throw new Error("it is still running");
    if ((answer.data as { code?: unknown }).code === NONCE_USED) throw new Error("the nonce could be one of before");
    return answer;
  });
}
