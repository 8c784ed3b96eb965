/** The faults and rare events, in the order of the script. */
import { rename } from "node:fs/promises";
import type { SimulatedServer } from "../../src/players/demo/simulated-server.ts";
import type { ClusterLife } from "./cluster-life.ts";

export interface Scene {
  readonly name: string;
  readonly act: (life: ClusterLife) => Promise<void>;
}

/** Together shorter than any server counts as silent. */
const BLINK_MS = 10_000;
const BLINKS = 3;

const ISLAND = "island";
const RAGNAROK = "ragnarok";
const ASCENDED = "island-asa";

/** Scenes are played some steps apart, so that worlds are saved between them. */
export const SCENES: readonly Scene[] = [
  scene("an account is renamed", (life) => renameAccount(life, "Former Self")),
  scene("an account takes its first name again", (life) => renameAccount(life, undefined)),
  scene("a character is renamed", async (life) => renameCharacter(life, "Another Face")),
  scene("a character takes its first name again", async (life) => renameCharacter(life, undefined)),
  scene("tribes merge", async (life) => mergeTribes(life)),
  scene("an owner leaves", async (life) => ownerLeaves(life)),
  scene("RCON is away for a moment", async (life) => {
    const server = life.ark.server(ISLAND);
    await server.closeRcon();
    await blink(life);
    await server.comeUp();
  }),
  scene("RCON hangs up in its answers for a moment", async (life) => {
    const server = life.ark.server(RAGNAROK);
    server.behave({ hangsUpAfterBytes: 20 });
    await blink(life);
    server.behave({ hangsUpAfterBytes: undefined });
  }),
  scene("RCON refuses for long", async (life) => {
    await life.ark.server(RAGNAROK).closeRcon();
    life.darken(RAGNAROK);
  }),
  scene("RCON answers again", async (life) => {
    await life.ark.server(RAGNAROK).comeUp();
    life.lighten(RAGNAROK);
    // No player leaves before being visible.
    await life.subject.pass(life.stepMs);
  }),
  scene("a server crashes and tears a file", (life) => crash(life, ASCENDED)),
  scene("it comes up again", (life) => life.ark.server(ASCENDED).comeUp()),
  scene("the process is killed and started at once", async (life) => {
    await life.subject.kill();
    await life.subject.start();
  }),
  scene("the process is away while life goes on", (life) => awayFor(life)),
  scene("a save folder is out of sight", async (life) => {
    const { folder = "" } = life.ark.server(ISLAND).source.saves ?? {};
    await rename(folder, `${folder}-elsewhere`);
    await life.subject.pass(life.stepMs);
    await life.check();
    await rename(`${folder}-elsewhere`, folder);
  }),
  scene("a server crashes between two files", (life) => crash(life, ISLAND)),
  scene("the process starts while a server is down", async (life) => {
    await life.subject.kill();
    await life.subject.start();
  }),
  scene("that server comes up", (life) => life.ark.server(ISLAND).comeUp()),
  scene("a server goes down", (life) => goDown(life, RAGNAROK)),
  scene("its world is wiped", (life) => wipe(life, RAGNAROK)),
  scene("the wiped server comes up, and players start over", (life) => beginAnew(life, RAGNAROK)),
  scene("a server crashes and leaves an empty file", (life) => crash(life, ASCENDED, 0)),
  scene("the process starts beside the empty file", async (life) => {
    await life.subject.kill();
    await life.subject.start();
  }),
  scene("everything runs again", (life) => life.ark.server(ASCENDED).comeUp()),
];

/** Plays all scenes within this many steps, and checks after each step. */
export async function playScenes(life: ClusterLife, steps: number): Promise<void> {
  // The first saves are older than all that follows.
  await life.subject.pass(life.stepMs);
  const apart = Math.floor(steps / (SCENES.length + 1));
  for (let step = 1; step <= steps; step++) {
    const next = step % apart === 0 ? SCENES[step / apart - 1] : undefined;
    await life.step(async () => {
      if (!next) return;
      await next.act(life);
      life.happened.add(next.name);
    });
    await life.check();
  }
}

function scene(name: string, act: Scene["act"]): Scene {
  return { name, act };
}

/** No player has left while a server could not be asked. */
async function blink(life: ClusterLife): Promise<void> {
  for (let turn = 0; turn < BLINKS; turn++) await life.subject.pass(BLINK_MS);
  await life.check();
}

interface Star {
  readonly id: bigint;
  readonly platformName: string;
  readonly characterName: string;
}

const stars = new WeakMap<ClusterLife, Star>();

/** A player on Ragnarok who is moved only by the script. */
export function starOf(life: ClusterLife): Star {
  const known = stars.get(life);
  if (known) return known;
  const star = life.ark.world.survivors().find(({ server, joinedAt }) => server === ISLAND && joinedAt === undefined);
  if (!star) throw new Error("a player on the island is offline");
  life.directed.add(star.id);
  stars.set(life, star);
  return star;
}

/** Leaves, and comes again with another name; without one, with the first. */
async function renameAccount(life: ClusterLife, name: string | undefined): Promise<void> {
  const { world } = life.ark;
  const { id, platformName } = starOf(life);
  if (world.survivor(id).joinedAt !== undefined) life.leave(id);
  // A time in which lists no longer name the account, so that its session ends.
  await life.subject.pass(life.stepMs);
  world.renameAccount(id, name ?? platformName);
  life.join(id);
}

function renameCharacter(life: ClusterLife, name: string | undefined): void {
  const { id, characterName } = starOf(life);
  life.ark.world.renameCharacter(id, name ?? characterName);
}

function mergeTribes(life: ClusterLife): void {
  const { world } = life.ark;
  const [from, into] = world
    .tribes()
    .filter(({ servers }) => !servers.has(ASCENDED))
    .toSorted((a, b) => world.members(b.id).length - world.members(a.id).length);
  if (!from || !into) throw new Error("there are two tribes");
  world.mergeTribes(from.id, into.id, life.now());
}

function ownerLeaves(life: ClusterLife): void {
  const { world } = life.ark;
  const [largest] = world.tribes().toSorted((a, b) => world.members(b.id).length - world.members(a.id).length);
  if (!largest || world.members(largest.id).length < 2) throw new Error("some tribe has two members");
  const { ownerId } = largest;
  world.leaveTribe(ownerId, life.now(), true);
  if (largest.ownerId === ownerId) throw new Error("the tribe is passed on");
}

async function crash(life: ClusterLife, key: string, share = 0.6): Promise<void> {
  const server = life.ark.server(key);
  // All of them have something new to be saved.
  for (const { id, server: home } of life.ark.world.survivors()) if (home === key) life.ark.world.gainLevels(id, 1);
  await life.takeDown(server, async () => {
    const report = await server.crashInMidSave({ afterFiles: 4, share });
    life.model.saved(key, report, life.now());
    if (report.torn !== undefined) life.happened.add("a file is torn");
  });
  // Of two versions that were written at one moment, none is newer.
  await life.subject.pass(1_000);
}

function goDown(life: ClusterLife, key: string): Promise<void> {
  const server: SimulatedServer = life.ark.server(key);
  return life.takeDown(server, () => server.goDown());
}

async function wipe(life: ClusterLife, key: string): Promise<void> {
  life.model.wiped(key);
  const report = await life.ark.server(key).wipe();
  life.model.saved(key, report, life.now());
  await life.subject.pass(1_000);
}

/** Some of those whose characters are gone make new ones. */
async function beginAnew(life: ClusterLife, key: string): Promise<void> {
  const { world, recruits } = life.ark;
  await life.ark.server(key).comeUp();
  const taken = new Set(world.survivors().map(({ platformId }) => platformId));
  const gone = life.model.playerIds().filter((id) => !taken.has(life.model.accountOf(id) ?? ""));
  for (const id of gone.slice(0, 8)) {
    const platformName = life.model.namesOf(id).platform.at(-1) ?? "Nobody";
    const person = { platformName, characterName: `${platformName} II` };
    const newcomer = recruits.again(person, "ase", life.model.accountOf(id));
    world.arrive(newcomer, key);
    life.join(newcomer.id);
  }
}

/** Long enough that the online players are unknown again. */
async function awayFor(life: ClusterLife): Promise<void> {
  const keys = life.ark.servers.map(({ plan }) => plan.key);
  await life.subject.kill();
  life.darken(...keys);
  await life.goOn();
  await life.subject.pass(life.stepMs);
  life.lighten(...keys);
  await life.subject.start();
  await life.subject.pass(life.stepMs);
}
