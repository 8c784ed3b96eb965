import { expect, test } from "vitest";
import { tradingWorld } from "../../../../test/support/trading-world.ts";

test("an admin sees what works and what is new; staff and users do not", async () => {
  const { ask, person } = await tradingWorld();
  const [admin, support] = [await person("admin"), await person("support")];
  const shown = await ask("GET", "system/check", { key: admin.key });
  expect([shown.status, shown.json.data ?? shown.json]).toMatchObject([
    200,
    {
      version: "0.0.0",
      checks: [
        { what: "database", ok: true, says: "PostgreSQL answers" },
        { what: "trading", ok: false, says: "something is to be mended" },
      ],
      news: [{ kind: "Added", says: "A test." }],
    },
  ]);
  expect((await ask("GET", "system/check", { key: support.key })).status).toBe(403);
});
