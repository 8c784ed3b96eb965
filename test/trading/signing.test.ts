/** Requests as clients sign them, against the whole platform: what passes, what is refused, and what nobody gets to see. */
import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { addKey, type MadeKey } from "../../src/trading/operator.ts";
import { signed } from "../support/signed-trading.ts";
import { tradingWorld, type TradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({
  settings: { TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "0", TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0" },
});
const { uid, key } = await world.person();

type Answer = Awaited<ReturnType<TradingWorld["ask"]>>;

const TICKET = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  subject: "A question & more",
  message: "Grüße! Are 100% = all of\nmy invoices here?",
};

const SCRIPT = fileURLToPath(new URL("../../examples/trading/signed-request.sh", import.meta.url));
const hasTools = ["bash", "openssl", "curl"].every(
  (tool) => spawnSync(tool, [tool === "openssl" ? "version" : "--version"]).status === 0,
);

describe.skipIf(!hasTools)("the example for the shell (skipped without bash, openssl and curl)", () => {
  test("is let in without parameters, and prints the answer", async () => {
    const printed = await runScript(key, "user/account-details");
    expect(printed.meta).toMatchObject({ status: 200, endpoint: "user/account-details", auth_success: true, uid });
  });

  test("is let in with parameters, and sends them as they are", async () => {
    const parameters = Object.entries(TICKET).map(([name, value]) => `${name}=${value}`);
    const printed = await runScript(key, "support/add-ticket", ...parameters);
    expect(printed.meta).toMatchObject({ status: 200, endpoint: "support/add-ticket", auth_success: true, uid });
    const shown = await world.ask("GET", "support/show-ticket", { key, params: { id: printed.data.id } });
    expect(shown.json.data).toMatchObject({ subject: TICKET.subject, messages: [{ body: TICKET.message }] });
  });

  test("fails when it is refused, and prints why", async () => {
    const failed = runScript({ key: key.key, secret: otherSecret(key) }, "user/account-details");
    await expect(failed).rejects.toMatchObject({ code: 22, stdout: expect.stringContaining('"code":2000') });
  });
});

test("200 signed requests at once all pass, and none of them a second time", async () => {
  const { key: busy, uid: busyUid } = await world.person();
  const requests = Array.from({ length: 200 }, () => signed(busy));
  const sendAll = (): Promise<Answer[]> =>
    Promise.all(requests.map((headers) => world.ask("GET", "user/account-details", { headers })));

  const first = await sendAll();
  expect(first.map(({ status, json }) => [status, json.meta.uid])).toEqual(requests.map(() => [200, busyUid]));
  const again = await sendAll();
  expect(again.map(({ status, json }) => [status, json.data.code])).toEqual(requests.map(() => [401, 2011]));
});

test("a key that only reads changes nothing", async () => {
  const { key: reader } = await world.person("user", "read_only");
  const refused = await world.ask("POST", "support/add-ticket", { key: reader, params: TICKET });
  expect(refused.status).toBe(403);
  expect(refused.json.data).toMatchObject({ code: expect.any(Number), error: expect.stringMatching(/./) });
  const listed = await world.ask("GET", "support/list-tickets", { key: reader });
  expect([listed.status, listed.json.data.total]).toEqual([200, 0]);
});

describe("a request that is not signed", () => {
  test("passes with a key that allows it", async () => {
    const open = await bearerKey();
    const answer = await world.ask("GET", "user/account-details", { headers: bearer(open) });
    expect([answer.status, answer.json.meta.uid]).toEqual([200, uid]);
  });

  test("is refused with any other key", async () => {
    const answer = await world.ask("GET", "user/account-details", { headers: bearer(key) });
    expect([answer.status, answer.json.data.code, answer.json.meta.auth_success]).toEqual([401, 2000, false]);
  });

  test("is refused with another secret", async () => {
    const open = await bearerKey();
    const headers = bearer({ key: open.key, secret: otherSecret(open) });
    const answer = await world.ask("GET", "user/account-details", { headers });
    expect([answer.status, answer.json.data.code]).toEqual([401, 2000]);
  });
});

test("a request that another secret has signed is refused, and no answer shows anything of the secret", async () => {
  const other = otherSecret(key);
  const open = await bearerKey();
  const refused = [
    await world.ask("GET", "user/account-details", { key: { key: key.key, secret: other } }),
    await world.ask("POST", "support/add-ticket", { key: { key: key.key, secret: other }, params: TICKET }),
    await world.ask("GET", "user/account-details", { headers: bearer(key) }),
    await world.ask("GET", "user/account-details", { headers: bearer({ key: open.key, secret: other }) }),
  ];
  expect(refused.map(({ status, json }) => [status, json.data.code])).toEqual(refused.map(() => [401, 2000]));
  const passed = [
    await world.ask("GET", "user/api-keys/list", { key }),
    await world.ask("GET", "user/audit", { key }),
    await world.ask("GET", "user/account-details", { headers: bearer(open) }),
  ];
  expect(passed.map(({ status }) => status)).toEqual([200, 200, 200]);
  // The list does speak of the key: shortened.
  expect(passed[0]?.text).toContain(`${key.key.slice(0, 4)}...${key.key.slice(-4)}`);
  for (const answer of [...refused, ...passed])
    for (const secret of [key.secret, open.secret, other]) expect(piecesIn(answer, secret)).toEqual([]);
});

async function runScript(
  { key: name, secret }: MadeKey,
  ...parameters: string[]
  // oxlint-disable-next-line typescript/no-explicit-any -- what the script prints is of every shape
): Promise<any> {
  const env = { ...process.env, BASE_URL: world.url, KEY: name, SECRET: secret };
  const { stdout } = await promisify(execFile)("bash", [SCRIPT, ...parameters], { env });
  return JSON.parse(stdout);
}

/** A key of the first person, by which requests pass without being signed. */
async function bearerKey(): Promise<MadeKey> {
  const wanted = { label: "bearer", access: "full_access", allowBearer: true } as const;
  const made = await addKey(world.platform, world.trading.deps.apiKeys, uid, wanted);
  if (!made) throw new Error("the user has no key");
  return made;
}

function bearer({ key: name, secret }: MadeKey): Record<string, string> {
  return { authorization: `Bearer ${name}.${secret}` };
}

/** As long as the right one, and other in every character. */
function otherSecret({ secret }: MadeKey): string {
  return secret.replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));
}

/** The pieces of a secret, each of 12 characters, that stand anywhere in an answer. */
function piecesIn({ text, headers }: Answer, secret: string): string[] {
  const shown = text + JSON.stringify([...headers]);
  const pieces = Array.from({ length: secret.length - 11 }, (_, start) => secret.slice(start, start + 12));
  return pieces.filter((piece) => shown.includes(piece));
}
