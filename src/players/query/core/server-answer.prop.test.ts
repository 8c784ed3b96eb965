import fc from "fast-check";
import { expect, test } from "vitest";
import { parseServerAnswer } from "./server-answer.ts";

const anything = fc.anything({ maxDepth: 2 });
const answers = fc.oneof(
  anything,
  fc.record(
    {
      name: fc.oneof(anything, fc.string({ unit: "binary", maxLength: 2_000 })),
      map: fc.oneof(anything, fc.string({ unit: "binary", maxLength: 2_000 })),
      version: anything,
      numplayers: fc.oneof(anything, fc.double()),
      maxplayers: fc.oneof(anything, fc.double()),
      password: anything,
      raw: fc.oneof(
        anything,
        fc.record({
          players: fc.array(
            fc.oneof(anything, fc.record({ name: fc.string({ unit: "binary", maxLength: 500 }), time: fc.double() })),
            { maxLength: 300 },
          ),
          attributes: anything,
        }),
      ),
    },
    { requiredKeys: [] },
  ),
);

test("whatever is answered, what is taken from it keeps its limits", () => {
  fc.assert(
    fc.property(fc.constantFrom("ase" as const, "asa" as const), answers, (game, answer) => {
      const parsed = parseServerAnswer(game, answer);
      if (!parsed) return;
      for (const text of [parsed.name, parsed.map, parsed.version]) expectPlain(text, 256);
      for (const count of [parsed.players, parsed.maxPlayers]) expectCount(count, 1_000);
      expect(parsed.playerNames?.length ?? 0).toBeLessThanOrEqual(255);
      for (const player of parsed.playerNames ?? []) {
        expectPlain(player.name, 128);
        expectCount(player.seconds, 10 * 365 * 86_400);
      }
    }),
  );
});

function expectPlain(text: string, maxLength: number): void {
  expect(Array.from(text).length).toBeLessThanOrEqual(maxLength);
  expect(text).not.toMatch(/[\p{Cc}\p{Cs}]/u);
}

function expectCount(count: number, max: number): void {
  expect(Number.isInteger(count) && count >= 0 && count <= max).toBe(true);
}
