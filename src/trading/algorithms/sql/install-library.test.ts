import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { newPerson, START } from "../../../../test/support/trading-people.ts";
import { LIBRARY, type LibraryAlgorithm } from "../core/library.ts";
import { problemsOf } from "../require-publishable.ts";
import { viewerOf } from "../viewer.ts";
import { algorithmStore } from "./algorithm-store.ts";
import { installLibrary } from "./install-library.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const algorithms = algorithmStore(db, { count: async () => 0, list: async () => [], needVersion: async () => false });
const viewer = viewerOf(await newPerson(db));
const listed = () => algorithms.list(viewer, { limit: 100, offset: 0 });

describe("the library", () => {
  test("has every algorithm that is promised, each with ids of its own and without problems that forbid publishing", () => {
    const groups = new Set(LIBRARY.map(({ definition }) => definition.groupName));
    expect([...groups]).toEqual([
      "twap",
      "maker_taker",
      "market_maker_taker",
      "matrix_price_movement",
      "spread_arbitrage",
      "iceberg",
      "stop",
      "trailing_stop",
      "rsi",
    ]);
    const parts = LIBRARY.flatMap(({ definition }) => [...definition.conditions, ...definition.executions]);
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
    const errors = LIBRARY.flatMap(({ id, definition }) => problemsOf(id, definition)).filter(
      ({ severity }) => severity === "error",
    );
    expect(errors).toEqual([]);
  });

  test("is undone by the algorithms that it names: the same rows with the sides swapped", () => {
    const byId = new Map(LIBRARY.map((each) => [each.id, each.definition]));
    const swapped = { buy: "sell", sell: "buy", from_condition: "from_condition" } as const;
    for (const { id, definition } of LIBRARY.filter((each) => each.definition.reverseId !== null)) {
      const reverse = byId.get(definition.reverseId ?? 0);
      expect([id, reverse?.reverseId]).toEqual([id, id]);
      expect(reverse?.executions.map(({ side, orderType }) => [side, orderType])).toEqual(
        definition.executions.map(({ side, orderType }) => [swapped[side], orderType]),
      );
    }
  });

  test("is installed once by several processes that start at the same time, and everybody sees it published", async () => {
    await Promise.all([1, 2, 3].map(() => installLibrary(db, START)));
    await installLibrary(db, START);
    const shown = await listed();
    expect(shown.map(({ id }) => id)).toEqual(LIBRARY.map(({ id }) => id));
    expect(shown.map(({ definition }) => definition)).toEqual(
      LIBRARY.map(({ definition }): unknown => JSON.parse(JSON.stringify(definition))),
    );
    expect(shown.every((each) => each.status === "published" && each.version === 1 && each.ownerUid === null)).toBe(
      true,
    );
  });

  test("gets a new version by a higher revision, and an older process does not take it back", async () => {
    const [first] = LIBRARY;
    if (!first) throw new Error("the library is not empty");
    const renamed = { ...first.definition, name: "twap_better" };
    const next: LibraryAlgorithm = { ...first, revision: 2, definition: renamed };
    await installLibrary(db, START, [next]);
    await installLibrary(db, START);
    const [shown] = await listed();
    expect(shown).toMatchObject({ id: first.id, version: 2, publishedVersion: 2, definition: { name: "twap_better" } });
  });
});
