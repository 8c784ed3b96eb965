/** The life of a cluster with everything that can go wrong, read by the real service, compared at every step. */
import { expect } from "vitest";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { arkCluster } from "./ark-cluster.ts";
import { ClusterLife } from "./cluster-life.ts";
import { expectView } from "./life-check.ts";
import { playScenes, SCENES, starOf } from "./life-script.ts";
import { ServedLookup } from "./served-lookup.ts";

export interface ServedLifeOptions {
  /** Of an empty database with every migration. */
  readonly connection: Connection;
  readonly seed: number;
  /** A shorter step is not enough time to see that a world was wiped: 240,000 is enough. */
  readonly stepMs: number;
  /** At least three for each scene: worlds are saved every three. */
  readonly steps: number;
  /** How far time leaps; see `LeapingClock`. */
  readonly leapMs: number;
  /** Looks at every so many-th player and tribe in full after each step. */
  readonly every: number;
  readonly onCheck?: (turn: number) => void;
}

/** Two days, with the time in between as it is. */
export const TWO_DAYS = { stepMs: 300_000, steps: (2 * 86_400_000) / 300_000, leapMs: 5_000, every: 2 } as const;

/** Rejects at the first difference between what was shown and what was. */
export async function expectServedLife(options: ServedLifeOptions): Promise<void> {
  const { connection, seed, stepMs, steps, leapMs, every, onCheck } = options;
  const ark = await arkCluster({ seed });
  const lookup = new ServedLookup({ ark, connection, leapMs });
  try {
    // A server that was away is asked after a minute at the latest, when the pause of its connection may go on for one.
    const toleranceMs = 120_000 + 3 * leapMs;
    const life = new ClusterLife(ark, lookup, {
      stepMs,
      async check(model, turn) {
        await expectView(lookup.view, model, { toleranceMs, every, turn });
        onCheck?.(turn);
      },
    });
    const star = starOf(life);
    await lookup.start();

    await playScenes(life, steps);
    await expectView(lookup.view, life.model, { toleranceMs });

    expect(await lookup.faults()).toEqual([]);
    expect(lookup.complaints.filter(({ level }) => level === "error")).toEqual([]);
    expect(lookup.complaints.map(({ message }) => message)).toContain("a save file cannot be read");
    expect([...life.happened]).toEqual(expect.arrayContaining(SCENES.map(({ name }) => name)));
    expect([...life.happened]).toEqual(expect.arrayContaining(["a file is torn", ...CHANCES]));
    await expectNames(lookup, star);
  } finally {
    await lookup.close();
    await ark.stop();
  }
}

const CHANCES = ["a player came for the first time", "a player joined", "a player left", "a player travelled"];

/** A name that was given up and taken again is there twice. */
async function expectNames(lookup: ServedLookup, star: ReturnType<typeof starOf>): Promise<void> {
  const names = await lookup.view.names(String(star.id));
  const ofKind = (kind: string): string[] => names.filter((each) => each.kind === kind).map(({ name }) => name);
  expect(ofKind("platform")).toEqual([star.platformName, "Former Self", star.platformName]);
  expect(ofKind("character").slice(-3)).toEqual([star.characterName, "Another Face", star.characterName]);
}
