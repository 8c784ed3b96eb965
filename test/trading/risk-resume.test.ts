/** What the end of a halt answers. */
import { expect, test } from "vitest";
import { riskBench } from "../support/risk-bench.ts";
import { strategyTalk, twapValues } from "../support/strategy-talk.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: { TRIPOD_TRADING_EXCHANGES: "simulated" } });

test("the end of a halt says which others still hold the place's orders back", async () => {
  const { apikey, person, post } = await riskBench(world);
  const profile = (await post("strategy/create-profile", { name: "Mine" })).data.id as string;
  await post("exchange-api-keys/test", { id: apikey });
  const talk = strategyTalk({ ask: (path, params = {}) => world.ask("POST", path, { key: person.key, params }) });
  await talk.done("edit-profile", { id: profile, ...twapValues(apikey) });
  for (const where of [{ scope: "account" }, { scope: "key", id: apikey, mode: "reducing" }]) {
    expect((await post("risk/halt", where)).status).toBe(200);
  }
  const account = { scope: "account", id: String(person.uid), mode: "halted" };
  const key = { scope: "key", id: apikey, mode: "reducing" };
  const resume = async (where: Record<string, string>) => (await post("risk/resume", where)).data;
  expect(await resume({ scope: "strategy", id: profile })).toMatchObject({ mode: "halted", halts: [account, key] });
  expect(await resume({ scope: "key", id: apikey })).toMatchObject({ mode: "halted", halts: [account] });
  await post("risk/halt", { scope: "key", id: apikey, mode: "reducing" });
  // What a part of the account has halted does not hold back the account.
  expect(await resume({ scope: "account" })).toMatchObject({ mode: "active", halts: [] });
  expect(await resume({ scope: "strategy", id: profile })).toMatchObject({ mode: "reducing", halts: [key] });
  const other = (await post("strategy/create-profile", { name: "Without keys" })).data.id as string;
  expect(await resume({ scope: "strategy", id: other })).toMatchObject({ mode: "active", halts: [] });
});
