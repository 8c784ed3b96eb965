/**
 * The expected answers of a lookup of a simulated life, kept as plainly as can be: from the game's saves and the
 * players who came and went, without parsers, polls or rules of presence.
 */
import type { Instant } from "../../src/kit/time/instant.ts";
import type { SavedFile } from "../../src/players/demo/game/saved-world.ts";
import type { SaveReport } from "../../src/players/demo/save-folder.ts";
import type { ProfileSketch } from "../../src/players/demo/saves/profile-save.ts";
import type { TribeSketch } from "../../src/players/demo/saves/tribe-save.ts";
import type { ViewedPlayer, ViewedTribe } from "./life-view.ts";

/** When a player could be seen on a server. */
export interface Stay {
  readonly server: string;
  readonly from: Instant;
  to: Instant | undefined;
}

interface Kept<Content> {
  content: Content;
  savedAt: Instant;
  /** Files that hold it now. */
  readonly files: Set<string>;
}

interface Names {
  /** The oldest first. */
  readonly character: string[];
  readonly platform: string[];
}

export class LifeModel {
  readonly #players = new Map<bigint, Kept<ProfileSketch>>();
  readonly #tribes = new Map<number, Kept<TribeSketch>>();
  /** The content of each file. */
  readonly #files = new Map<string, Kept<unknown>>();
  readonly #names = new Map<bigint, Names>();
  /** The last name of an account in lists of players. */
  readonly #listed = new Map<string, string>();
  readonly #stays = new Map<string, Stay[]>();
  /** Servers whose players cannot be seen. */
  readonly #dark = new Set<string>();

  /** A server has written and removed files. A torn file stays for what it was. */
  saved(server: string, { written, removed }: SaveReport, at: Instant): void {
    for (const name of removed) this.#forget(`${server}/${name}`);
    for (const [name, file] of written) this.#keep(`${server}/${name}`, file, at);
  }

  /** All files of a server are gone. */
  wiped(server: string): void {
    for (const file of this.#files.keys()) if (file.startsWith(`${server}/`)) this.#forget(file);
  }

  joined(account: string, server: string, at: Instant): void {
    if (this.#dark.has(server)) return;
    const stays = this.#stays.get(account) ?? [];
    this.#stays.set(account, stays);
    stays.push({ server, from: at, to: undefined });
  }

  left(account: string, at: Instant): void {
    const stay = this.#stays.get(account)?.at(-1);
    if (stay) stay.to ??= at;
  }

  /** From now on the server's players cannot be seen, whatever happens there. */
  darkened(server: string, at: Instant): void {
    this.#dark.add(server);
    for (const stays of this.#stays.values()) {
      const last = stays.at(-1);
      if (last?.server === server) last.to ??= at;
    }
  }

  /** The server can be seen again, and these are on it. */
  lit(server: string, accounts: readonly string[], at: Instant): void {
    this.#dark.delete(server);
    for (const account of accounts) this.joined(account, server, at);
  }

  /** A list of players has told what an account is called. */
  listed(server: string, account: string, name: string): void {
    if (this.#dark.has(server) || name === "") return;
    this.#listed.set(account, name);
    for (const [id, { content }] of this.#players) if (content.platformId === account) this.#noteNames(id);
  }

  /** Everybody who was ever saved. */
  playerIds(): readonly bigint[] {
    return [...this.#players.keys()];
  }

  tribeIds(): readonly number[] {
    return [...this.#tribes.keys()];
  }

  /** In the order of ids as text. */
  online(): readonly string[] {
    return this.playerIds()
      .filter((id) => this.player(id)?.online)
      .map(String)
      .sort();
  }

  /** Whose saves are gone is still known, without a tribe. */
  player(id: bigint): ViewedPlayer | undefined {
    const kept = this.#players.get(id);
    if (!kept) return undefined;
    const { content } = kept;
    const { characterName, level = 1, platformId = "" } = content;
    const tribeId = present(kept)?.tribeId;
    const tribe = tribeId === undefined ? undefined : this.tribe(tribeId);
    return {
      id: String(id),
      characterName,
      level,
      platformName: this.#platformName(content),
      online: this.#isOnline(platformId) && this.#playerOf(platformId) === id,
      tribe: tribe ? { id: tribe.id, name: tribe.name, owner: tribe.owner, members: tribe.members.length } : null,
    };
  }

  /** Members are players whose own save says so, and listed players without a save. */
  tribe(id: number): ViewedTribe | undefined {
    const content = present(this.#tribes.get(id));
    if (!content) return undefined;
    const own = this.playerIds().filter((player) => present(this.#players.get(player))?.tribeId === id);
    const strangers = content.members
      .map((member) => member.id)
      .filter((member) => !present(this.#players.get(member)));
    const members = [...own, ...strangers].map(String).sort();
    return { id, name: content.name, owner: String(content.ownerId ?? 0n), members };
  }

  /** The account of a player who was ever saved. */
  accountOf(id: bigint): string | undefined {
    return this.#players.get(id)?.content.platformId;
  }

  /** The oldest first. */
  staysOf(id: bigint): readonly Stay[] {
    return this.#stays.get(this.accountOf(id) ?? "") ?? [];
  }

  /** The oldest first. */
  namesOf(id: bigint): Names {
    return this.#names.get(id) ?? { character: [], platform: [] };
  }

  #isOnline(account: string): boolean {
    const last = this.#stays.get(account)?.at(-1);
    return last !== undefined && last.to === undefined;
  }

  /** Of several players of one account, it is the one that is there, or that was there last. */
  #playerOf(account: string): bigint | undefined {
    const [first] = [...this.#players]
      .filter(([, { content }]) => content.platformId === account)
      .toSorted(
        ([, one], [, other]) => Math.sign(other.files.size) - Math.sign(one.files.size) || other.savedAt - one.savedAt,
      );
    return first?.[0];
  }

  #keep(path: string, file: SavedFile, at: Instant): void {
    this.#forget(path);
    if (file.kind === "profile") this.#keepIn(this.#players, file.sketch.id, file.sketch, path, at);
    else this.#keepIn(this.#tribes, file.sketch.id, file.sketch, path, at);
    if (file.kind === "profile") this.#noteNames(file.sketch.id);
  }

  /** The newest version that was ever written counts. */
  #keepIn<Id, Content>(all: Map<Id, Kept<Content>>, id: Id, content: Content, path: string, at: Instant): void {
    const kept = all.get(id) ?? { content, savedAt: at, files: new Set() };
    if (at >= kept.savedAt) Object.assign(kept, { content, savedAt: at });
    kept.files.add(path);
    all.set(id, kept);
    this.#files.set(path, kept);
  }

  #forget(path: string): void {
    this.#files.get(path)?.files.delete(path);
    this.#files.delete(path);
  }

  #platformName({ platformId = "", platformName }: ProfileSketch): string {
    return this.#listed.get(platformId) ?? platformName;
  }

  #noteNames(id: bigint): void {
    const content = this.#players.get(id)?.content;
    if (!content) return;
    const names = this.#names.get(id) ?? { character: [], platform: [] };
    this.#names.set(id, names);
    const platformName = this.#platformName(content);
    if (names.character.at(-1) !== content.characterName) names.character.push(content.characterName);
    if (names.platform.at(-1) !== platformName) names.platform.push(platformName);
  }
}

function present<Content>(kept: Kept<Content> | undefined): Content | undefined {
  return kept && kept.files.size > 0 ? kept.content : undefined;
}
