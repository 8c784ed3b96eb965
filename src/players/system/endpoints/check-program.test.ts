import { expect, test } from "vitest";
import { playersWorld } from "../../../../test/support/players-world.ts";

test("an admin sees what works and what is new; a reader does not", async () => {
  const { get, keys } = await playersWorld();
  const shown = await get("/check", keys.admin);
  expect([shown.status, shown.json]).toEqual([
    200,
    {
      Version: "0.0.0",
      CheckedAt: expect.stringMatching(/^\d{4}-/),
      Checks: [
        { What: "database", Ok: true, Says: "PostgreSQL answers" },
        { What: "players", Ok: false, Says: "something is to be mended" },
      ],
      News: [{ Kind: "Added", Says: "A test." }],
    },
  ]);
  expect((await get("/Check", keys.history)).status).toBe(403);
});
