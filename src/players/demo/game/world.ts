/**
 * The simulated cluster itself: who there is, who is where, and in which tribe. It does what its caller says, at the
 * given times, and refuses the impossible; `life.ts` thinks of things that happen.
 */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Game } from "../../cluster/index.ts";
import { gameDay, gameSeconds, logStamp } from "./calendar.ts";
import { newSurvivor, TOP_LEVEL, type Newcomer, type Survivor } from "./survivor.ts";
import { Tribe } from "./tribe.ts";
import { Unheard } from "./unheard.ts";

/** One server of the cluster. Survivors may go from one to another of the same game. */
export interface ServerPlan {
  readonly key: string;
  readonly name: string;
  readonly game: Game;
  /** As saves name it: `TheIsland`, `TheIsland_WP`. */
  readonly mapName: string;
  readonly maxPlayers: number;
}

export class GameWorld {
  readonly servers: readonly ServerPlan[];
  readonly #startedAt: Instant;
  readonly #survivors = new Map<bigint, Survivor>();
  readonly #tribes = new Map<number, Tribe>();
  readonly #unheard = new Map<string, Unheard>();
  /** When each world began; a wiped world starts over. */
  readonly #begun = new Map<string, Instant>();

  constructor(servers: readonly ServerPlan[], startedAt: Instant) {
    this.servers = servers;
    this.#startedAt = startedAt;
    for (const { key } of servers) this.#unheard.set(key, new Unheard());
  }

  server(key: string): ServerPlan {
    const plan = this.servers.find((each) => each.key === key);
    invariant(plan, `${key} is a server of the cluster`);
    return plan;
  }

  survivors(): readonly Survivor[] {
    return [...this.#survivors.values()];
  }

  survivor(id: bigint): Survivor {
    const survivor = this.#survivors.get(id);
    invariant(survivor, `${id} is a survivor`);
    return survivor;
  }

  tribes(): readonly Tribe[] {
    return [...this.#tribes.values()];
  }

  tribe(id: number): Tribe {
    const tribe = this.#tribes.get(id);
    invariant(tribe, `${id} is a tribe`);
    return tribe;
  }

  /** The tribe of a survivor who has one, and is not alone under his own id. */
  tribeOf({ tribeId }: Survivor): Tribe | undefined {
    return tribeId === undefined ? undefined : this.#tribes.get(tribeId);
  }

  members(tribeId: number): readonly Survivor[] {
    return this.survivors().filter((survivor) => survivor.tribeId === tribeId);
  }

  /** The players on a server, in the order of joining. */
  online(key: string): readonly Survivor[] {
    return this.survivors()
      .filter((survivor) => survivor.server === key && survivor.joinedAt !== undefined)
      .sort((a, b) => (a.joinedAt ?? 0) - (b.joinedAt ?? 0));
  }

  /** Seconds that a server's world has run. */
  gameSeconds(key: string, at: Instant): number {
    const begun = this.#begun.get(key);
    return begun === undefined ? gameSeconds(this.#startedAt, at) : (at - begun) / 1_000_000;
  }

  /** A new character; it is offline. */
  arrive(newcomer: Newcomer, server: string): Survivor {
    invariant(!this.#survivors.has(newcomer.id), "ids of survivors are not given twice");
    this.server(server);
    const survivor = newSurvivor(newcomer, server);
    this.#survivors.set(newcomer.id, survivor);
    return survivor;
  }

  join(id: bigint, at: Instant): void {
    const survivor = this.survivor(id);
    invariant(survivor.joinedAt === undefined, "only offline players join");
    this.#change(survivor, { joinedAt: at, lastLogin: this.gameSeconds(survivor.server, at) });
    this.#log(survivor.server, at, `${survivor.platformName} joined this ARK!`);
  }

  leave(id: bigint, at: Instant): void {
    const survivor = this.survivor(id);
    invariant(survivor.joinedAt !== undefined, "only online players leave");
    this.#change(survivor, { joinedAt: undefined });
    this.#log(survivor.server, at, `${survivor.platformName} left this ARK!`);
  }

  /** Moves a survivor who is online to another server of the same game. */
  transfer(id: bigint, to: string, at: Instant): void {
    const survivor = this.survivor(id);
    invariant(this.server(to).game === this.server(survivor.server).game, "nobody changes games");
    this.leave(id, at);
    this.#change(this.survivor(id), { server: to });
    this.tribeOf(survivor)?.servers.add(to);
    this.#unheardOn(to).travellers.add(id);
    this.join(id, at);
  }

  gainLevels(id: bigint, levels: number): void {
    const survivor = this.survivor(id);
    this.#change(survivor, { level: Math.min(survivor.level + levels, TOP_LEVEL) });
  }

  die(id: bigint, killer: string, at: Instant): void {
    const survivor = this.survivor(id);
    this.#change(survivor, { deaths: survivor.deaths + 1 });
    this.tribeOf(survivor)?.mourn(this.#day(survivor, at), survivor, survivor.level, killer);
  }

  /** A creature joins the tribe of a survivor, if he has one. */
  tame(id: bigint, species: string, level: number, at: Instant): void {
    const survivor = this.survivor(id);
    this.tribeOf(survivor)?.tame(this.#day(survivor, at), survivor, species, level);
  }

  /** A creature of a survivor's tribe dies. */
  loseCreature(id: bigint, species: string, level: number, killer: string, at: Instant): void {
    const survivor = this.survivor(id);
    this.tribeOf(survivor)?.lose(this.#day(survivor, at), species, level, killer);
  }

  /** The game learns an account's new name when it joins, so this happens to offline players. */
  renameAccount(id: bigint, platformName: string): void {
    const survivor = this.survivor(id);
    invariant(survivor.joinedAt === undefined, "an account's name is taken when it joins");
    this.#change(survivor, { platformName });
  }

  renameCharacter(id: bigint, characterName: string): void {
    const survivor = this.survivor(id);
    this.#change(survivor, { characterName });
    const tribe = this.tribeOf(survivor);
    if (tribe?.listed.has(id)) tribe.listed.set(id, characterName);
  }

  /** A survivor without a tribe is alone: the game then writes his own id for a tribe's. */
  playAlone(id: bigint): void {
    this.#change(this.survivor(id), { tribeId: Number(id) });
  }

  foundTribe(id: bigint, tribeId: number, name: string, at: Instant): Tribe {
    invariant(!this.#tribes.has(tribeId), "ids of tribes are not given twice");
    const tribe = new Tribe(tribeId, name, id);
    this.#tribes.set(tribeId, tribe);
    this.joinTribe(id, tribeId, at);
    return tribe;
  }

  joinTribe(id: bigint, tribeId: number, at: Instant): void {
    const survivor = this.survivor(id);
    invariant(this.tribeOf(survivor) === undefined, "no player is in two tribes");
    const tribe = this.tribe(tribeId);
    this.#change(survivor, { tribeId });
    tribe.servers.add(survivor.server);
    tribe.add(this.#day(survivor, at), survivor);
  }

  /** Ends the tribe when he was the last; passes it on when it was his. */
  leaveTribe(id: bigint, at: Instant, staysListed = false): void {
    const survivor = this.survivor(id);
    const tribe = this.tribeOf(survivor);
    invariant(tribe, "only members leave");
    this.#change(survivor, { tribeId: undefined });
    tribe.leave(this.#day(survivor, at), survivor, staysListed);
    this.#passOn(tribe);
  }

  removeFromTribe(id: bigint, by: bigint, at: Instant): void {
    const survivor = this.survivor(id);
    const tribe = this.tribeOf(survivor);
    invariant(tribe && tribe.ownerId !== id, "owners are not removed");
    this.#change(survivor, { tribeId: undefined });
    tribe.remove(this.#day(survivor, at), survivor, this.survivor(by));
  }

  promote(id: bigint, by: bigint, at: Instant): void {
    const survivor = this.survivor(id);
    this.tribeOf(survivor)?.promote(this.#day(survivor, at), survivor, this.survivor(by));
  }

  renameTribe(tribeId: number, name: string): void {
    const tribe = this.tribe(tribeId);
    tribe.name = name;
    for (const allyId of tribe.allies.keys()) this.#tribes.get(allyId)?.allies.set(tribeId, name);
  }

  ally(one: number, other: number): void {
    this.tribe(one).allies.set(other, this.tribe(other).name);
    this.tribe(other).allies.set(one, this.tribe(one).name);
  }

  /** All members of one tribe join another, and the first tribe ends. */
  mergeTribes(from: number, into: number, at: Instant): void {
    for (const { id } of this.members(from)) {
      this.leaveTribe(id, at);
      this.joinTribe(id, into, at);
    }
  }

  say(id: bigint, words: string): void {
    const { server, platformName, characterName } = this.survivor(id);
    this.#unheardOn(server).say(`${platformName} (${characterName}): ${words}`);
  }

  /** The server goes down: its players are disconnected. Logs say nothing about it. */
  throwOut(key: string): void {
    for (const survivor of this.online(key)) this.#change(survivor, { joinedAt: undefined });
  }

  /** The world starts over: its characters are gone, and so are tribes without members elsewhere. */
  wipe(key: string, at: Instant): void {
    this.#begun.set(key, at);
    for (const { id, server } of this.survivors()) if (server === key) this.#survivors.delete(id);
    for (const tribe of this.tribes()) {
      tribe.servers.delete(key);
      this.#passOn(tribe);
    }
  }

  /** The players who came to a server from another one since the last call, and are still there. */
  takeTravellers(key: string): readonly Survivor[] {
    const { travellers } = this.#unheardOn(key);
    const here = this.survivors().filter(({ id, server }) => server === key && travellers.has(id));
    travellers.clear();
    return here;
  }

  /** The chat on a server since the last call. */
  takeChat(key: string): readonly string[] {
    return this.#unheardOn(key).takeChat();
  }

  /** A server's log since the last call. */
  takeGameLog(key: string): readonly string[] {
    return this.#unheardOn(key).takeLog();
  }

  /** Earlier events of a server are no longer reported. */
  forgetUnheard(key: string): void {
    this.#unheard.set(key, new Unheard());
  }

  #change(survivor: Survivor, changed: Partial<Survivor>): void {
    this.#survivors.set(survivor.id, { ...survivor, ...changed });
  }

  /** Sees to it that a tribe is owned by a member, and gone without any. */
  #passOn(tribe: Tribe): void {
    const members = this.members(tribe.id);
    if (members.length === 0) {
      this.#tribes.delete(tribe.id);
      for (const allyId of tribe.allies.keys()) this.#tribes.get(allyId)?.allies.delete(tribe.id);
    } else if (!members.some(({ id }) => id === tribe.ownerId)) {
      const heir = members.find(({ id }) => tribe.adminIds.has(id)) ?? members[0];
      if (heir) tribe.ownerId = heir.id;
    }
  }

  #day({ server }: Survivor, at: Instant): string {
    return gameDay(this.gameSeconds(server, at));
  }

  #log(key: string, at: Instant, line: string): void {
    this.#unheardOn(key).note(logStamp(at) + line);
  }

  #unheardOn(key: string): Unheard {
    const unheard = this.#unheard.get(key);
    invariant(unheard, `${key} is a server of the cluster`);
    return unheard;
  }
}
