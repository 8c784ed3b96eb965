/**
 * The save folder of a simulated server, written as the game writes it: Evolved writes beside each file and renames,
 * Ascended writes into it. Files are as old as the server's clock says.
 */
import { mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../kit/time/clock.ts";
import type { Game } from "../cluster/index.ts";
import type { SavedFile } from "./game/saved-world.ts";
import { writeProfile } from "./saves/profile-save.ts";
import { writeTribe } from "./saves/tribe-save.ts";
import { writeAsaWorld } from "./world/asa-world.ts";
import { writeAseWorld } from "./world/ase-world.ts";

export interface SaveFolderOptions {
  /** Absolute. Everything in it belongs to the simulated server. */
  readonly path: string;
  readonly game: Game;
  readonly mapName: string;
  readonly clock: Pick<Clock, "now">;
  /** How large profiles are; see `ProfileSketch`. */
  readonly fullness: number;
}

/** The effect of one save on the folder. */
export interface SaveReport {
  /** Files that were written whole. */
  readonly written: ReadonlyMap<string, SavedFile>;
  readonly removed: readonly string[];
  /** The file that is cut off, where the game was writing into it when it ended. */
  readonly torn?: string;
}

/** A crash after so many of the files that were to be written, in the midst of the next one. */
export interface Crash {
  readonly afterFiles: number;
  /** How much of that one is written, from 0 to 1. */
  readonly share: number;
}

export class SaveFolder {
  readonly #options: SaveFolderOptions;
  /** As they were last written. */
  readonly #written = new Map<string, Buffer>();
  #saves = 0;

  constructor(options: SaveFolderOptions) {
    this.#options = options;
  }

  /** Makes the folder, with nothing in it. */
  async clear(): Promise<void> {
    await rm(this.#options.path, { recursive: true, force: true });
    await mkdir(this.#options.path, { recursive: true });
    this.#written.clear();
  }

  /**
   * Makes the folder equal to `files`, and the world to that time: writes those that differ or are in `fresh`, and
   * removes those that no longer exist. A crash leaves the rest as it was.
   */
  async save(
    files: ReadonlyMap<string, SavedFile>,
    fresh: ReadonlySet<string>,
    gameTimeSeconds: number,
    crash?: Crash,
  ): Promise<SaveReport> {
    const due = Array.from(files, ([name, file]) => ({ name, file, bytes: this.#bytesOf(file) })).filter(
      ({ name, bytes }) => fresh.has(name) || this.#written.get(name)?.equals(bytes) !== true,
    );
    const written = new Map<string, SavedFile>();
    for (const { name, file, bytes } of due.slice(0, crash?.afterFiles)) {
      await this.#write(name, bytes);
      written.set(name, file);
    }
    if (crash) {
      const torn = await this.#tear(due[crash.afterFiles], crash.share);
      return { written, removed: [], ...(torn === undefined ? {} : { torn }) };
    }
    const removed = [...this.#written.keys()].filter((name) => !files.has(name));
    for (const name of removed) {
      await rm(this.#path(name), { force: true });
      this.#written.delete(name);
    }
    await this.#saveWorld(gameTimeSeconds);
    return { written, removed };
  }

  /** Writes single files, as the game does for new arrivals. */
  async add(files: ReadonlyMap<string, SavedFile>): Promise<SaveReport> {
    for (const [name, file] of files) await this.#write(name, this.#bytesOf(file));
    return { written: files, removed: [] };
  }

  async #saveWorld(gameTimeSeconds: number): Promise<void> {
    const { game, mapName } = this.#options;
    const path = this.#path(`${mapName}.ark`);
    this.#saves++;
    if (game === "ase") {
      await writeAseWorld(path, { gameTimeSeconds, saveCount: this.#saves, mapParts: [mapName] });
    } else {
      await writeAsaWorld(path, { gameTimeSeconds, mapParts: [mapName] });
    }
    await this.#date(path);
  }

  async #write(name: string, bytes: Buffer): Promise<void> {
    const path = this.#path(name);
    // A file that is torn now is written again, whatever it held before.
    this.#written.delete(name);
    const target = this.#options.game === "ase" ? `${path}.tmp` : path;
    await writeFile(target, bytes);
    await this.#date(target);
    if (target !== path) await rename(target, path);
    this.#written.set(name, bytes);
  }

  /** Answers the file's name if it is the file itself that is cut off now. */
  async #tear(due: { readonly name: string; readonly bytes: Buffer } | undefined, share: number) {
    if (!due) return undefined;
    const cut = due.bytes.subarray(0, Math.floor(due.bytes.length * share));
    const isInPlace = this.#options.game === "asa";
    const path = this.#path(isInPlace ? due.name : `${due.name}.tmp`);
    await writeFile(path, cut);
    await this.#date(path);
    if (!isInPlace) return undefined;
    this.#written.set(due.name, cut);
    return due.name;
  }

  #bytesOf(file: SavedFile): Buffer {
    const version = this.#options.game === "ase" ? 1 : 7;
    const { fullness } = this.#options;
    return Buffer.from(
      file.kind === "profile" ? writeProfile({ fullness, ...file.sketch }, version) : writeTribe(file.sketch, version),
    );
  }

  async #date(path: string): Promise<void> {
    const seconds = this.#options.clock.now() / 1_000_000;
    await utimes(path, seconds, seconds);
  }

  #path(name: string): string {
    return join(this.#options.path, name);
  }
}
