/** Compares the answers of a lookup with the expected ones. */
import { expect } from "vitest";
import type { LifeModel, Stay } from "./life-model.ts";
import type { View, ViewedSession } from "./life-view.ts";

export interface CheckOptions {
  /**
   * How much later than a join, or than the end of an outage, a session may begin, and how far from a leave it may
   * end: the tolerance of polls and pauses.
   */
  readonly toleranceMs: number;
  /**
   * Looks at every so many-th player and tribe in full; 1, the default, for all. The online players are always
   * compared.
   */
  readonly every?: number;
  /** Which of them. */
  readonly turn?: number;
}

/** Fails with everything that is shown and should not be, or should be and is not. */
export async function expectView(view: View, model: LifeModel, options: CheckOptions): Promise<void> {
  const { every = 1, turn = 0, toleranceMs } = options;
  const isDue = (_: unknown, index: number): boolean => index % every === turn % every;
  expect((await view.online()).toSorted()).toEqual(model.online());
  for (const id of model.tribeIds().filter(isDue)) {
    const shown = await view.tribe(id);
    expect(shown && { ...shown, members: shown.members.toSorted() }, `tribe ${id}`).toEqual(model.tribe(id));
  }
  for (const id of model.playerIds().filter(isDue)) {
    const expected = model.player(id);
    expect(await view.player(String(id)), `player ${id}`).toEqual(expected);
    await expectHistory(view, model, id, toleranceMs);
    await expectFound(view, model, id);
  }
}

/** A player is found by both names. */
async function expectFound(view: View, model: LifeModel, id: bigint): Promise<void> {
  const { character, platform } = model.namesOf(id);
  for (const name of [character.at(-1), platform.at(-1)]) {
    if (name === undefined) continue;
    const found = (await view.search(name)).includes(String(id));
    expect(found, `a search for ${name} finds player ${id}`).toBe(true);
  }
}

async function expectHistory(view: View, model: LifeModel, id: bigint, toleranceMs: number): Promise<void> {
  const names = await view.names(String(id));
  const ofKind = (kind: string): string[] => names.filter((each) => each.kind === kind).map(({ name }) => name);
  const { character, platform } = model.namesOf(id);
  expect(ofKind("character"), `character names of ${id}`).toEqual(character.toReversed());
  expect(ofKind("platform"), `platform names of ${id}`).toEqual(platform.toReversed());
  const sessions = (await view.sessions(String(id))).toSorted((a, b) => a.startedAt - b.startedAt);
  const stays = model.staysOf(id);
  expect(
    sessions.map(({ server }) => server),
    `sessions of ${id}`,
  ).toEqual(stays.map(({ server }) => server));
  for (const [index, session] of sessions.entries()) {
    const stay = stays[index];
    if (stay) expect(misfit(session, stay, toleranceMs), `session ${index} of ${id}`).toBeUndefined();
  }
}

/** The difference between a session and its real stay, in words. */
function misfit({ startedAt, endedAt }: ViewedSession, { from, to }: Stay, toleranceMs: number): string | undefined {
  const late = (startedAt - from) / 1_000;
  if (late < 0 || late > toleranceMs) return `it begins ${late} ms after the join`;
  if ((endedAt === null) !== (to === undefined)) return to === undefined ? "it has ended" : "it has not ended";
  const off = endedAt === null || to === undefined ? 0 : (endedAt - to) / 1_000;
  return Math.abs(off) > toleranceMs ? `it ends ${off} ms after the leave` : undefined;
}
