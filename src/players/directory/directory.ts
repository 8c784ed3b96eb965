/** Every player and tribe in memory, as searches and lists show them; brought forward change by change. */
import { onlineJson, playerJson, tribeJson, type ShownPlayer, type ShownTribe, type Stranger } from "./shown.ts";
import { SubjectList, type FoundSubject, type Subject } from "./subject-list.ts";

/** Bounds of one merging step, in the name index's units: about two milliseconds. */
const MERGE_UNITS = 200_000;

export class Directory {
  readonly players = new SubjectList((shown) => {
    const { CharacterName, PlatformName } = JSON.parse(shown) as { CharacterName: string; PlatformName: string };
    return namesOfPlayer(CharacterName, PlatformName);
  });
  readonly tribes = new SubjectList((shown) => namesOfTribe((JSON.parse(shown) as { Name: string }).Name));
  /** The server of each player who is online. */
  readonly #online = new Map<bigint, string>();
  readonly #strangers = new Map<string, Stranger>();
  /** The answer of `online` until something changes: many ask for it, and few come or go. */
  #shownOnline: readonly Buffer[] | undefined;

  loadPlayers(players: readonly ShownPlayer[]): void {
    this.#shownOnline = undefined;
    this.players.load(players.map(subjectOfPlayer));
    for (const { id, onlineOn } of players) if (onlineOn !== null) this.#online.set(id, onlineOn);
  }

  loadTribes(tribes: readonly ShownTribe[]): void {
    this.tribes.load(tribes.map(subjectOfTribe));
  }

  finishLoading(): void {
    this.players.finishLoading();
    this.tribes.finishLoading();
  }

  putPlayer(player: ShownPlayer): void {
    this.#shownOnline = undefined;
    this.players.put(subjectOfPlayer(player));
    if (player.onlineOn === null) this.#online.delete(player.id);
    else this.#online.set(player.id, player.onlineOn);
  }

  removePlayer(id: bigint): void {
    this.#shownOnline = undefined;
    this.players.remove(id);
    this.#online.delete(id);
  }

  putTribe(tribe: ShownTribe): void {
    this.tribes.put(subjectOfTribe(tribe));
  }

  removeTribe(id: number): void {
    this.tribes.remove(BigInt(id));
  }

  /** Says who of `accounts` is on a server without a profile: only `strangers`. */
  putStrangers(accounts: readonly string[], strangers: readonly Stranger[]): void {
    this.#shownOnline = undefined;
    for (const account of accounts) this.#strangers.delete(account);
    for (const stranger of strangers) this.#strangers.set(stranger.platformId, stranger);
  }

  /** Forgets strangers whose account is erased. */
  forgetStrangers(isForgotten: (account: string) => boolean): void {
    this.#shownOnline = undefined;
    for (const account of this.#strangers.keys()) if (isForgotten(account)) this.#strangers.delete(account);
  }

  /**
   * The online players, as JSON texts: players by id, then those without a known save, who have the id 0 and no name
   * but their platform's. Each with the server that it is on.
   */
  online(): readonly Buffer[] {
    this.#shownOnline ??= [...this.#listOnline()];
    return this.#shownOnline;
  }

  *#listOnline(): Iterable<Buffer> {
    const online = [...this.#online].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [id, server] of online) {
      const found: FoundSubject | undefined = this.players.find(id);
      if (found) yield Buffer.from(onlineJson(found.shown.toString(), server));
    }
    const strangers = [...this.#strangers.values()].sort((one, other) => (one.platformId < other.platformId ? -1 : 1));
    for (const { name, avatarUrl, onlineOn } of strangers) {
      const shown = { id: 0n, characterName: "", platformName: name, avatarUrl, level: 1, isOnline: true };
      yield Buffer.from(onlineJson(playerJson(shown), onlineOn));
    }
  }

  get onlineCount(): number {
    return this.#online.size + this.#strangers.size;
  }

  /** Brings the name indexes into better order, for a moment. Answers whether more is to do. */
  tidy(): boolean {
    const players = this.players.mergeStep(MERGE_UNITS);
    return this.tribes.mergeStep(MERGE_UNITS) || players;
  }
}

function namesOfPlayer(characterName: string, platformName: string): Subject["names"] {
  return [
    { kind: "character", text: characterName },
    { kind: "platform", text: platformName },
  ];
}

function namesOfTribe(name: string): Subject["names"] {
  return [{ kind: "tribe", text: name }];
}

function subjectOfPlayer(player: ShownPlayer): Subject {
  const { id, isOnline, lastSeen, formerNames } = player;
  const names = namesOfPlayer(player.characterName, player.platformName);
  return { id, isOnline, lastSeen, names, formerNames, shown: playerJson(player) };
}

function subjectOfTribe(tribe: ShownTribe): Subject {
  return {
    id: BigInt(tribe.id),
    isOnline: false,
    lastSeen: tribe.savedAt,
    names: namesOfTribe(tribe.name),
    formerNames: tribe.formerNames,
    shown: tribeJson(tribe),
  };
}
