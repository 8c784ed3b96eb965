/** That a caller who goes on after 429 is answered 418, whichever limit refused it. */
import { beforeEach, describe, expect, test } from "vitest";
import { memoryLimiter } from "../../src/kit/limits/memory-limiter.ts";
import { limitedAccount } from "../support/limited-accounts.ts";
import { manualClock } from "../support/manual-clock.ts";
import { tradingWorld } from "../support/trading-world.ts";

const REFUSALS = 4;
const clock = manualClock();
const world = await tradingWorld({
  settings: {
    TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "40",
    TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "20",
    TRIPOD_TRADING_REFUSALS_UNTIL_BAN: String(REFUSALS),
    TRIPOD_TRADING_BAN_SECONDS: "600",
  },
  limiter: memoryLimiter({ clock }),
});

interface Refused {
  readonly status: number;
  readonly headers: Headers;
  readonly json: { readonly data: { readonly code: number } };
}

/** Asks until it is answered neither with success nor with 429: the codes of all 429, and the last answer. */
async function askUntilBanned(ask: () => Promise<Refused>): Promise<{ refusals: number[]; last: Refused | undefined }> {
  const refusals: number[] = [];
  for (let request = 0; request < 100; request++) {
    const answer = await ask();
    if (answer.status === 429) refusals.push(answer.json.data.code);
    else if (answer.status >= 400) return { refusals, last: answer };
  }
  return { refusals, last: undefined };
}

// Every test begins with a minute of its own and without a ban.
beforeEach(() => clock.advance(600_000));

describe("refusals that are ignored lead to a ban of the address", () => {
  const visitor = () => world.ask("GET", "system/ping");

  async function expectBan(ask: () => Promise<Refused>, code: number): Promise<void> {
    const { refusals, last } = await askUntilBanned(ask);
    expect(refusals).toEqual(Array.from({ length: REFUSALS }, () => code));
    expect([last?.status, last?.json.data.code]).toEqual([418, 1509]);
    expect(last?.headers.get("retry-after")).toBe("600");
    const next = await visitor();
    expect([next.status, next.json.data.code]).toEqual([418, 1500]);
    await clock.advance(600_000);
    expect((await visitor()).status).toBe(200);
  }

  test("when the limit of the address refused", async () => {
    const { key } = await world.person();
    await expectBan(() => world.ask("GET", "user/account-details", { key }), 1508);
  });

  test("when the limit of callers without a key refused", () => expectBan(visitor, 1507));

  test("when the limit of an operation refused", async () => {
    const params = { login: "guess" };
    await expectBan(() => world.ask("POST", "user/password/reset-request", { params }), 1508);
  });
});

describe("refusals of a user that are ignored lead to a ban of the key or session alone", () => {
  const visitor = () => world.ask("GET", "system/ping");

  async function expectBan(ask: () => Promise<Refused>): Promise<void> {
    const { refusals, last } = await askUntilBanned(ask);
    expect(refusals).toEqual(Array.from({ length: REFUSALS }, () => 1507));
    expect([last?.status, last?.json.data.code]).toEqual([418, 1509]);
    expect(last?.headers.get("retry-after")).toBe("600");
    const next = await ask();
    expect([next.status, next.json.data.code]).toEqual([418, 1500]);
    // Others at the same address go on.
    expect((await visitor()).status).toBe(200);
    const { key } = await world.person();
    expect((await world.ask("GET", "user/account-details", { key })).status).toBe(200);
    await clock.advance(600_000);
    expect((await ask()).status).toBe(200);
  }

  const LIMITS = { "user_settings.ratelimit.minute": 3 };

  test("when the limit of a key refused", async () => {
    const account = await limitedAccount(world, LIMITS);
    await expectBan(() => account.ask("user/account-details"));
  });

  test("when the pace of a key refused", async () => {
    const account = await limitedAccount(world, { "user_settings.ratelimit.ms": 1_000 });
    await expectBan(() => account.ask("user/account-details"));
  });

  test("when the limit of a session refused, and another session of the user goes on", async () => {
    const account = await limitedAccount(world, LIMITS);
    const [session, other] = [await account.session(), await account.session()];
    await expectBan(() => session.post("user/settings", {}));
    const { last } = await askUntilBanned(() => session.post("user/settings", {}));
    expect(last?.status).toBe(418);
    expect((await other.post("user/settings", {})).status).toBe(200);
  });
});

test("fewer refusals than configured ban no caller", async () => {
  const visitor = () => world.ask("GET", "system/ping");
  for (let request = 0; request < 20 + REFUSALS; request++) await visitor();
  await clock.advance(60_000);
  expect((await visitor()).status).toBe(200);
});
