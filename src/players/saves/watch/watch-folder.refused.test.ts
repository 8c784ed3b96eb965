/** Saves that the database refuses. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { saveText, watchedFolder, type WatchedFolder } from "../../../../test/support/watched-folder.ts";
import { QueryError } from "../../../kit/sql/query-error.ts";

let folder: WatchedFolder;
beforeEach(async () => {
  folder = await watchedFolder();
});
afterEach(() => folder.close());

const ANN = "76561198000000001.arkprofile";
const BOB = "76561198000000002.arkprofile";

describe("a file that storage refuses for what it says", () => {
  const refusal = new QueryError(
    "players.saveTribes",
    "numeric field overflow",
    Object.assign(new Error("22003"), { code: "22003" }),
  );
  const poisoned = async ({
    profiles,
  }: {
    readonly profiles: readonly { readonly content: string }[];
  }): Promise<void> => {
    if (profiles.some(({ content }) => content === "Poison")) throw refusal;
  };

  test("holds up no other, is named, and is read again when it changes", async () => {
    for (const [name, text] of [
      [ANN, "Poison"],
      [BOB, "Bob"],
    ] as const)
      await folder.write(name, saveText(text));
    const watch = folder.start();
    watch.beforeApply = poisoned;
    await folder.idle();
    await folder.pass(300_000);
    expect([...watch.applied]).toEqual([[BOB, "Bob"]]);
    expect(watch.batches.at(-1)).toMatchObject({ last: true });
    expect(watch.status().brokenFiles).toMatchObject([
      { fileName: ANN, reason: "the database cannot store what it says" },
    ]);
    await folder.write(ANN, saveText("Ann"), 1_000);
    await folder.pass(300_000);
    expect(Object.fromEntries(watch.applied)).toEqual({ [ANN]: "Ann", [BOB]: "Bob" });
    expect(watch.status().brokenFiles).toEqual([]);
  });

  test("is not told from others while storage is away", async () => {
    for (const name of [ANN, BOB]) await folder.write(name, saveText(name));
    const watch = folder.start();
    let isAway = true;
    watch.beforeApply = async () => {
      if (isAway) throw new QueryError("begin", "away", Object.assign(new Error("away"), { code: "57P01" }));
    };
    await folder.idle();
    await folder.pass(60_000);
    expect([[...watch.applied], watch.status().brokenFiles]).toEqual([[], []]);
    isAway = false;
    await folder.pass(300_000);
    expect(watch.applied.size).toBe(2);
  });
});
