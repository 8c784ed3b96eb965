/**
 * A lookup of players in memory, as small as it can be: the parsers of saves, RCON's client, presence, and maps. It
 * reads a cluster as any other process does. Its stored data outlive a kill.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { plusMillis, type Instant } from "../../src/kit/time/instant.ts";
import type { Cluster, GameServer } from "../../src/players/cluster/index.ts";
import { Presence, PresenceRecorder, type Observation } from "../../src/players/presence/index.ts";
import { sessionFaults } from "../../src/players/presence/store.naive.ts";
import { pollPlayers, rconClient, RconError, type RconClient } from "../../src/players/rcon/index.ts";
import { readSave, SaveError, saveFileKind, type SaveContent } from "../../src/players/saves/index.ts";
import type { LifeSubject, View, ViewedName, ViewedPlayer, ViewedTribe } from "./life-view.ts";
import type { ManualClock } from "./manual-clock.ts";
import { MemorySessions } from "./memory-sessions.ts";

/** One poll may fail before a server counts as silent. */
export const MEMORY_POLL_MS = 50_000;

type SavedProfile = (SaveContent & { kind: "profile" })["profile"];
type SavedTribe = (SaveContent & { kind: "tribe" })["tribe"];

interface Row<Saved> {
  readonly saved: Saved;
  readonly savedAt: Instant;
}

interface StoredFile {
  readonly stamp: string;
  readonly kind: "profile" | "tribe";
  readonly id: string;
}

interface Process {
  readonly presence: Presence;
  readonly recorder: PresenceRecorder;
  readonly clients: ReadonlyMap<string, RconClient>;
}

export class MemoryLookup implements LifeSubject {
  readonly view: View = {
    online: async () => [...this.#players.keys()].filter((id) => this.#isOnline(id)),
    player: async (id) => this.#player(id),
    tribe: async (id) => this.#tribe(String(id)),
    search: async (query) => this.#search(query),
    sessions: async (id) => this.#store.ofAccount(this.#accountOf(id)),
    names: async (id) => (this.#names.get(id) ?? []).toReversed(),
  };
  /** Files that could not be read, as often as they were tried. */
  refused = 0;
  readonly #cluster: Cluster;
  readonly #clock: ManualClock;
  readonly #store = new MemorySessions();
  readonly #files = new Map<string, StoredFile>();
  /** In how many files a player or tribe is. */
  readonly #copies = new Map<string, number>();
  readonly #players = new Map<string, Row<SavedProfile>>();
  readonly #tribes = new Map<string, Row<SavedTribe>>();
  readonly #listedNames = new Map<string, string>();
  /** The oldest first. */
  readonly #names = new Map<string, ViewedName[]>();
  #process: Process | undefined;
  #fence = 0;
  #observations = 0;
  #nextPollAt: Instant;

  constructor(cluster: Cluster, clock: ManualClock) {
    this.#cluster = cluster;
    this.#clock = clock;
    this.#nextPollAt = clock.now();
  }

  async start(): Promise<void> {
    const presence = new Presence();
    const onServerLost = (): never => {
      throw new Error("there is no other process");
    };
    const recorder = new PresenceRecorder({ presence, store: this.#store, log: silentLog(), onServerLost });
    this.#fence++;
    const clients = new Map(this.#cluster.servers.map((server) => [server.key, this.#clientOf(server)]));
    for (const { key } of this.#cluster.servers) await recorder.adopt(key, this.#fence, this.#clock.now());
    this.#process = { presence, recorder, clients };
    await this.#readFolders();
    await this.#poll();
  }

  async kill(): Promise<void> {
    for (const client of this.#process?.clients.values() ?? []) await client.close();
    this.#process = undefined;
  }

  async pass(ms: number): Promise<void> {
    const end = plusMillis(this.#clock.now(), ms);
    // Nothing is written while time passes, so once is enough.
    let isRead = false;
    if (this.#process) await this.#poll();
    while (this.#nextPollAt <= end) {
      await this.#clock.advance(Math.max(0, (this.#nextPollAt - this.#clock.now()) / 1_000));
      this.#nextPollAt = plusMillis(this.#nextPollAt, MEMORY_POLL_MS);
      if (this.#process && !isRead) await this.#readFolders();
      if (this.#process) await this.#poll();
      isRead = true;
    }
    await this.#clock.advance((end - this.#clock.now()) / 1_000);
  }

  /** The broken rules of sessions. */
  faults(): string[] {
    return sessionFaults(this.#store.all(), this.#store.transitions);
  }

  async #readFolders(): Promise<void> {
    for (const { key, saves } of this.#cluster.servers) await this.#readFolder(key, saves?.folder ?? "");
  }

  async #poll(): Promise<void> {
    await Promise.all(this.#cluster.servers.map(({ key }) => this.#pollServer(key)));
  }

  async #pollServer(key: string): Promise<void> {
    const client = this.#process?.clients.get(key);
    if (!client) return;
    this.#observations++;
    const head = { server: key, number: this.#observations, at: this.#clock.now() };
    let observation: Observation = { ...head, kind: "failed" };
    try {
      const { players, unread = [] } = await pollPlayers(client);
      observation = { ...head, kind: "listed", accounts: players, unread };
      for (const { platformId, name } of players) this.#hear(platformId, name);
    } catch (error) {
      if (!(error instanceof RconError)) throw error;
    }
    await this.#process?.recorder.apply(observation);
  }

  /** A folder that is out of sight says nothing. */
  async #readFolder(key: string, folder: string): Promise<void> {
    const names = await readdir(folder).catch(() => undefined);
    if (!names) return;
    const saves = names.filter((name) => ["profile", "tribe"].includes(saveFileKind(name)));
    for (const name of saves) await this.#readFile(`${key}/${name}`, join(folder, name));
    const there = new Set(saves.map((name) => `${key}/${name}`));
    for (const path of this.#files.keys())
      if (path.startsWith(`${key}/`) && !there.has(path)) this.#hold(path, undefined);
  }

  async #readFile(path: string, file: string): Promise<void> {
    const { mtimeMs, size, ino } = await stat(file);
    const stamp = `${mtimeMs} ${size} ${ino}`;
    if (this.#files.get(path)?.stamp === stamp) return;
    try {
      const content = readSave(await readFile(file));
      this.#take(path, stamp, content, Math.round(mtimeMs * 1_000) as Instant);
    } catch (error) {
      if (!(error instanceof SaveError)) throw error;
      this.refused++;
    }
  }

  #take(path: string, stamp: string, content: SaveContent, savedAt: Instant): void {
    const { kind } = content;
    const id = String(kind === "profile" ? content.profile.id : content.tribe.id);
    this.#hold(path, { stamp, kind, id });
    if (kind === "tribe") keepNewer(this.#tribes, id, { saved: content.tribe, savedAt });
    else {
      keepNewer(this.#players, id, { saved: content.profile, savedAt });
      this.#noteNames(id);
    }
  }

  #hear(account: string, name: string): void {
    if (name === "" || this.#listedNames.get(account) === name) return;
    this.#listedNames.set(account, name);
    for (const id of this.#players.keys()) if (this.#accountOf(id) === account) this.#noteNames(id);
  }

  #noteNames(id: string): void {
    const saved = this.#players.get(id)?.saved;
    if (!saved) return;
    const names = this.#names.get(id) ?? [];
    this.#names.set(id, names);
    for (const [kind, name] of [
      ["character", saved.characterName],
      ["platform", this.#platformName(saved)],
    ] as const) {
      if (names.findLast((each) => each.kind === kind)?.name !== name) names.push({ kind, name });
    }
  }

  #hold(path: string, file: StoredFile | undefined): void {
    const before = this.#files.get(path);
    if (before) this.#count(before, -1);
    if (file) this.#count(file, 1);
    if (file) this.#files.set(path, file);
    else this.#files.delete(path);
  }

  #count({ kind, id }: StoredFile, change: number): void {
    this.#copies.set(`${kind} ${id}`, (this.#copies.get(`${kind} ${id}`) ?? 0) + change);
  }

  #isPresent(kind: "profile" | "tribe", id: string): boolean {
    return (this.#copies.get(`${kind} ${id}`) ?? 0) > 0;
  }

  #player(id: string): ViewedPlayer | undefined {
    const saved = this.#players.get(id)?.saved;
    if (!saved) return undefined;
    const { characterName, level, tribeId } = saved;
    const hasTribe = tribeId !== undefined && this.#isPresent("profile", id);
    const tribe = hasTribe ? this.#tribe(String(tribeId)) : undefined;
    return {
      id,
      characterName,
      level,
      platformName: this.#platformName(saved),
      online: this.#isOnline(id),
      tribe: tribe ? { id: tribe.id, name: tribe.name, owner: tribe.owner, members: tribe.members.length } : null,
    };
  }

  /** An account that is online is one of its players: one that is there before others, then the one saved last. */
  #isOnline(id: string): boolean {
    const account = this.#accountOf(id);
    if (!this.#store.open().some(({ platformId }) => platformId === account)) return false;
    const [first] = [...this.#players]
      .filter(([, { saved }]) => saved.platformId === account)
      .map(([player, { savedAt }]) => ({ player, savedAt, isPresent: this.#isPresent("profile", player) }))
      .toSorted((one, other) => Number(other.isPresent) - Number(one.isPresent) || other.savedAt - one.savedAt);
    return first?.player === id;
  }

  #tribe(id: string): ViewedTribe | undefined {
    const saved = this.#tribes.get(id)?.saved;
    if (!saved || !this.#isPresent("tribe", id)) return undefined;
    const present = [...this.#players].filter(([player]) => this.#isPresent("profile", player));
    const own = present.filter(([, row]) => row.saved.tribeId === saved.id).map(([player]) => player);
    const known = new Set(present.map(([player]) => player));
    const listed = saved.members.map((member) => String(member.id)).filter((member) => !known.has(member));
    return { id: saved.id, name: saved.name, owner: String(saved.ownerId ?? 0n), members: [...own, ...listed].sort() };
  }

  #search(query: string): string[] {
    const wanted = query.toLowerCase();
    return [...this.#players]
      .filter(([, { saved }]) => {
        const names = [saved.characterName, this.#platformName(saved)];
        return names.some((name) => name.toLowerCase().includes(wanted));
      })
      .map(([id]) => id);
  }

  #accountOf(id: string): string {
    return this.#players.get(id)?.saved.platformId ?? "";
  }

  #platformName({ platformId = "", platformName }: SavedProfile): string {
    return this.#listedNames.get(platformId) ?? platformName;
  }

  #clientOf({ key, rcon }: GameServer): RconClient {
    if (rcon?.password.from !== "text") throw new Error(`${key} has RCON, with a password as text`);
    const { host, port, password } = rcon;
    const clock = this.#clock;
    return rconClient({ host, port, password: password.text, clock, log: silentLog(), random: systemRandom() });
  }
}

function keepNewer<Saved>(rows: Map<string, Row<Saved>>, id: string, row: Row<Saved>): void {
  const before = rows.get(id);
  if (!before || row.savedAt >= before.savedAt) rows.set(id, row);
}
