/** Maintenance that an admin announces with its times, in everyone's schedule. */
import { describe, expect, test } from "vitest";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { LAST_RANGE_SECOND, LAST_SECOND } from "../../src/trading/shapes.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ works: false });
const HOUR = 3_600;
const now = Math.floor(Date.now() / 1000);
const starts = now + 24 * HOUR;
const ends = starts + HOUR;
const MAINTENANCE = { title: "New disks", body: "No service from 3 to 4 UTC.", category: "maintenance" };

const { key: admin } = await world.person("admin");
const { key: user } = await world.person();

const announce = (params: object) =>
  world.ask("POST", "system/create-announcement", { key: admin, params: { ...MAINTENANCE, ...params } });

async function scheduled(from: number, to: number) {
  const { json } = await world.ask("POST", "calendar/list-schedule", { key: user, params: { from, to } });
  return json.data;
}

describe("maintenance that is announced with its times", () => {
  test("is in everyone's schedule, and in the list of announcements until it is over", async () => {
    const { status, json } = await announce({ starts_at: starts, ends_at: ends });
    expect(status).toBe(200);
    const { id } = json.data;
    const entry = {
      id: `maintenance:${id}`,
      type: "maintenance",
      title: MAINTENANCE.title,
      starts_at: starts,
      ends_at: ends,
      reference: id,
    };
    expect(await scheduled(now, now + 48 * HOUR)).toEqual([entry]);
    expect(await scheduled(starts + 60, ends + HOUR), "it runs when the window begins").toEqual([entry]);
    expect(await scheduled(now, starts - 1)).toEqual([]);
    expect(await scheduled(ends, ends + HOUR)).toEqual([]);
    const listed = await world.ask("POST", "system/list-announcements", { key: user, params: {} });
    expect(listed.json.data.announcements).toEqual([
      expect.objectContaining({ id, starts_at: starts, ends_at: ends, expires_at: ends }),
    ]);

    await world.ask("POST", "system/delete-announcement", { key: admin, params: { id } });
    expect(await scheduled(now, now + 48 * HOUR)).toEqual([]);
  });

  test("may have an open end, and an end of the announcement of its own", async () => {
    const open = await announce({ starts_at: starts });
    const later = await announce({ starts_at: starts + 1, ends_at: ends, expires_at: ends + HOUR });
    expect(await scheduled(now, now + 48 * HOUR)).toMatchObject([
      { reference: open.json.data.id, ends_at: null },
      { reference: later.json.data.id, ends_at: ends },
    ]);
    const { json } = await world.ask("POST", "system/list-announcements", { key: user, params: {} });
    expect(json.data.announcements).toMatchObject([{ expires_at: ends + HOUR }, { expires_at: null }]);
    for (const { json: made } of [open, later]) {
      await world.ask("POST", "system/delete-announcement", { key: admin, params: { id: made.data.id } });
    }
  });

  test.each([
    ["an end before the beginning", { starts_at: ends, ends_at: starts }, "ends_at"],
    ["an end without a beginning", { ends_at: ends }, "ends_at"],
    ["times of what is no maintenance", { category: "release", starts_at: starts }, "starts_at"],
    ["a time that cannot be told", { starts_at: LAST_SECOND + 1 }, "starts_at"],
    ["an announcement that is over before it is made", { expires_at: now - HOUR }, "expires_at"],
    ["one that ends before its maintenance begins", { starts_at: starts, expires_at: starts - 1 }, "expires_at"],
  ])("is refused with %s", async (_, params, name) => {
    const { status, json } = await announce(params);
    expect({ status, error: String(json.data.error) }).toEqual({ status: 422, error: expect.stringContaining(name) });
    expect(await scheduled(now, now + 48 * HOUR)).toEqual([]);
  });
});

test("no operation takes a time that is not bounded", () => {
  const taken = tradingEndpoints.flatMap((endpoint) =>
    Object.entries((endpoint as AnyEndpoint).input.params?.properties ?? {})
      .filter(([, schema]) => "description" in schema && String(schema.description).startsWith("Seconds since 1970"))
      .filter(([, schema]) => !("maximum" in schema) || Number(schema.maximum) > LAST_RANGE_SECOND)
      .map(([name]) => `${endpoint.id} ${name}`),
  );
  expect(taken).toEqual([]);
});
