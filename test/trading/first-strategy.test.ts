/** The three requests of docs/trading/start.md, as they stand there. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { key } = await world.person();

test("the three requests of the first steps have a strategy running", async () => {
  const text = await readFile("docs/trading/start.md", "utf8");
  const [, block = ""] = text.split("## A strategy in three requests")[1]?.split("```") ?? [];
  const requests = block.split("\n").filter((line) => line.startsWith("curl "));
  expect(requests).toHaveLength(3);
  const known: Record<string, string> = {};
  for (const [at, line] of requests.entries()) {
    const [, path = ""] = /\$BASE\/(\S+)/.exec(line) ?? [];
    const sent = [...line.matchAll(/ -d (\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value] as const);
    const params = Object.fromEntries(sent.map(([name, value]) => [name, known[value] ?? value]));
    const { status, json, text: answer } = await world.ask("POST", path, { key, params });
    expect([path, status, answer]).toEqual([path, 200, expect.any(String)]);
    known[["$KEY", "$PROFILE", "$RUN"][at] ?? ""] = json.data.id;
  }
  await waitUntil(async () => {
    const { json } = await world.ask("POST", "strategy/data/list", { key });
    expect(json.data.strategies).toMatchObject([{ state: "completed", progress: 1, transactions: { successful: 3 } }]);
  });
});
