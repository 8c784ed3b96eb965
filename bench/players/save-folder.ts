/** A save folder as a big server has it, full of made up players and tribes. */
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeProfile } from "../../src/players/demo/saves/profile-save.ts";
import { writeTribe } from "../../src/players/demo/saves/tribe-save.ts";
import { NameMaker } from "./player-names.ts";

export interface FolderSize {
  readonly profiles: number;
  readonly tribes: number;
}

const WRITTEN_AT_ONCE = 50;
const LOG_LINES = 10;
const FIRST_PLAYER = 100_000_000;
/** Files that were written just now would be waited for. */
const AGE_SECONDS = 120;

/** Writes the folder, and answers its megabytes. */
export async function writeSaveFolder(folder: string, { profiles, tribes }: FolderSize): Promise<number> {
  await mkdir(folder, { recursive: true });
  const at = new Date(Date.now() - AGE_SECONDS * 1_000);
  const maker = new NameMaker(20_160_704);
  let bytesWritten = 0;
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    const path = join(folder, name);
    bytesWritten += bytes.length;
    await writeFile(path, bytes);
    await utimes(path, at, at);
  };
  await inGroups(profiles, (index) => {
    const account = `0002${index.toString(16).padStart(28, "0")}`;
    const tribe = tribes === 0 ? undefined : 1 + (index % tribes);
    return write(`${account}.arkprofile`, profileBytes(index, account, maker, tribe));
  });
  await inGroups(tribes, (index) => {
    const ids: bigint[] = [];
    for (let player = index; player < profiles; player += tribes) ids.push(BigInt(FIRST_PLAYER + player));
    return write(`${index + 1}.arktribe`, tribeBytes(index + 1, ids, maker));
  });
  return bytesWritten / 1e6;
}

async function inGroups(count: number, work: (index: number) => Promise<void>): Promise<void> {
  for (let start = 0; start < count; start += WRITTEN_AT_ONCE) {
    const size = Math.min(WRITTEN_AT_ONCE, count - start);
    await Promise.all(Array.from({ length: size }, (_, place) => work(start + place)));
  }
}

function profileBytes(index: number, platformId: string, maker: NameMaker, tribeId: number | undefined): Uint8Array {
  return writeProfile(
    {
      id: BigInt(FIRST_PLAYER + index),
      platformId,
      platformName: maker.account(),
      characterName: maker.character(),
      level: 1 + (index % 150),
      ...(tribeId === undefined ? {} : { tribeId }),
      mapName: "TheIsland_WP",
      fullness: 0.1,
    },
    7,
  );
}

function tribeBytes(id: number, ids: readonly bigint[], maker: NameMaker): Uint8Array {
  return writeTribe(
    {
      id,
      name: `${maker.account()} Tribe`,
      ownerId: ids[0] ?? 1n,
      members: ids.map((each) => ({ id: each, name: `character ${each}` })),
      log: Array.from({ length: LOG_LINES }, (_, line) => {
        const time = `${String(line % 24).padStart(2, "0")}:00:00`;
        return `Day ${1 + line}, ${time}: <RichColor Color="0, 1, 0, 1">Rex ${line} Tamed a Dodo - Lvl ${line} (Dodo)!</>`;
      }),
    },
    7,
  );
}
