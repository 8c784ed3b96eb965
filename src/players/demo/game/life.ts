/** The events of the simulated cluster: players come and go, and do what players do in the game. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { Dice } from "./dice.ts";
import { SAYINGS, SPARE_NAMES, SPECIES, TRIBE_NAMES } from "./people.ts";
import type { Recruits } from "./population.ts";
import type { Survivor } from "./survivor.ts";
import type { Tribe } from "./tribe.ts";
import type { GameWorld } from "./world.ts";

export interface LifeOptions {
  /** Keys of the servers that run. */
  readonly open: readonly string[];
  /** Those who may come for the first time. */
  readonly recruits?: Recruits | undefined;
  /** Players who neither come nor go. */
  readonly still?: ReadonlySet<bigint>;
}

/** How many of 100 survivors of a server are online, about. */
const ONLINE_PERCENT = 40;
const MOST_MEMBERS = 10;

/** One event: a survivor comes, goes or plays. */
export function liveOn(world: GameWorld, dice: Dice, at: Instant, options: LifeOptions): void {
  if (dice.percent(40)) comeOrGo(world, dice, at, options);
  else playOn(world, dice, at, options);
}

/** A survivor joins, leaves or travels. Answers who; undefined when none could. */
export function comeOrGo(world: GameWorld, dice: Dice, at: Instant, options: LifeOptions): bigint | undefined {
  const { recruits, still } = options;
  const key = dice.pick(options.open);
  if (key === undefined) return undefined;
  const { game } = world.server(key);
  const newcomer = dice.percent(6) ? recruits?.next(game) : undefined;
  if (newcomer) {
    world.arrive(newcomer, key);
    world.join(newcomer.id, at);
    return newcomer.id;
  }
  const here = world.survivors().filter((survivor) => survivor.server === key && !still?.has(survivor.id));
  const online = here.filter(({ joinedAt }) => joinedAt !== undefined);
  const offline = here.filter(({ joinedAt }) => joinedAt === undefined);
  const isBusy = online.length * 100 > here.length * ONLINE_PERCENT;
  const survivor = dice.pick(dice.percent(isBusy ? 70 : 30) ? online : offline);
  if (!survivor) return undefined;
  if (survivor.joinedAt === undefined) comeBack(world, dice, survivor, at);
  else go(world, dice, survivor, at, options.open);
  return survivor.id;
}

/** A survivor who is online does something. */
export function playOn(world: GameWorld, dice: Dice, at: Instant, { open }: LifeOptions): void {
  const survivor = dice.pick(open.flatMap((key) => world.online(key)));
  if (!survivor) return;
  const { id } = survivor;
  const species = dice.pick(SPECIES) ?? "Dodo";
  const killer = dice.pick(SPECIES) ?? "Rex";
  const chance = dice.between(0, 99);
  if (chance < 40) world.gainLevels(id, dice.between(1, 3));
  else if (chance < 55) world.tame(id, species, dice.between(1, 150), at);
  else if (chance < 63) world.loseCreature(id, species, dice.between(1, 150), killer, at);
  else if (chance < 71) world.die(id, killer, at);
  else if (chance < 78) world.say(id, dice.pick(SAYINGS) ?? "hi");
  else if (chance < 80) world.renameCharacter(id, nameFor(dice, survivor.characterName));
  else socialise(world, dice, survivor, at);
}

function comeBack(world: GameWorld, dice: Dice, survivor: Survivor, at: Instant): void {
  if (dice.percent(5)) world.renameAccount(survivor.id, nameFor(dice, survivor.platformName));
  world.join(survivor.id, at);
}

function go(world: GameWorld, dice: Dice, survivor: Survivor, at: Instant, open: readonly string[]): void {
  const { game } = world.server(survivor.server);
  const others = open.filter((key) => key !== survivor.server && world.server(key).game === game);
  const to = dice.percent(12) ? dice.pick(others) : undefined;
  if (to === undefined) world.leave(survivor.id, at);
  else world.transfer(survivor.id, to, at);
}

function socialise(world: GameWorld, dice: Dice, survivor: Survivor, at: Instant): void {
  const tribe = world.tribeOf(survivor);
  if (tribe) {
    if (tribe.ownerId === survivor.id) rule(world, dice, tribe, at);
    else if (dice.percent(20)) world.leaveTribe(survivor.id, at, dice.percent(40));
    return;
  }
  const game = world.server(survivor.server).game;
  const near = world.tribes().filter((each) => gameOf(world, each) === game);
  const chosen = dice.pick(near.filter(({ id }) => world.members(id).length < MOST_MEMBERS));
  if (chosen && dice.percent(near.length * 12)) world.joinTribe(survivor.id, chosen.id, at);
  else if (dice.percent(15)) world.playAlone(survivor.id);
  else world.foundTribe(survivor.id, freshTribeId(world, dice), dice.pick(TRIBE_NAMES) ?? "Tribe", at);
}

/** The actions of an owner. */
function rule(world: GameWorld, dice: Dice, tribe: Tribe, at: Instant): void {
  const others = world.members(tribe.id).filter(({ id }) => id !== tribe.ownerId);
  const other = dice.pick(others);
  const peers = world.tribes().filter((each) => each !== tribe && gameOf(world, each) === gameOf(world, tribe));
  const peer = dice.pick(peers);
  const chance = dice.between(0, 99);
  if (chance < 40 && other && !tribe.adminIds.has(other.id)) world.promote(other.id, tribe.ownerId, at);
  else if (chance < 55 && other) world.removeFromTribe(other.id, tribe.ownerId, at);
  else if (chance < 65) world.renameTribe(tribe.id, dice.pick(TRIBE_NAMES) ?? "Tribe");
  else if (chance < 75 && peer) world.ally(tribe.id, peer.id);
  else if (chance < 80 && peer && others.length + world.members(peer.id).length < MOST_MEMBERS)
    world.mergeTribes(tribe.id, peer.id, at);
  else if (chance < 85) world.leaveTribe(tribe.ownerId, at);
}

function gameOf(world: GameWorld, tribe: Tribe): string | undefined {
  const [key] = tribe.servers;
  return key === undefined ? undefined : world.server(key).game;
}

/** Another name than the present one. */
function nameFor(dice: Dice, present: string): string {
  const others = SPARE_NAMES.filter((name) => name !== present);
  return dice.pick(others) ?? `${present}2`;
}

function freshTribeId(world: GameWorld, dice: Dice): number {
  const taken = new Set(world.tribes().map(({ id }) => id));
  let id = 0;
  while (id === 0 || taken.has(id)) id = dice.between(1_100_000_000, 1_999_999_999);
  return id;
}
