/** Folders on a share that hangs, and the threads that their calls keep. */
import { constants, open, openSync } from "node:fs";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { keptLog } from "../../../../test/support/kept-log.ts";
import { makePipe } from "../../../../test/support/pipe.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { folderIo, type FolderIo } from "./folder-io.ts";
import { watchFolder } from "./watch-folder.ts";

const FILES = 12;

test("a folder whose disk hangs keeps neither other folders nor the rest of the process from their work", async () => {
  const home = await temporaryFolder();
  const pipe = makePipe(join(home.path, "pipe"));
  onTestFinished(() => {
    openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    return home.remove();
  });
  let hanging = 0;
  // Such an open takes a thread until a program writes into the pipe, as a call to a lost share does.
  const hangs: FolderIo = {
    ...folderIo,
    look() {
      hanging++;
      return new Promise((resolve, reject) => {
        open(pipe, "r", () => void folderIo.look(home.path).then(resolve, reject));
      });
    },
  };
  const [dead, good] = [await savesIn(join(home.path, "dead")), await savesIn(join(home.path, "good"))];
  const stopping = new AbortController();
  const read: string[] = [];
  const start = (folder: string, io: FolderIo) =>
    watchFolder<{ profile: string; tribe: string; tributeTribe: string }>({
      folder,
      io,
      clock: systemClock(),
      log: keptLog(),
      classify: () => "profile",
      parse: { profile: (_bytes, name) => name, tribe: () => "", tributeTribe: () => "" },
      signal: stopping.signal,
      onChanges: async ({ profiles }) => void read.push(...profiles.map(({ content }) => content)),
      useHints: false,
      settleMs: 0,
    });
  const first = start(dead, hangs);
  await expect.poll(() => hanging).toBeGreaterThan(0);
  const second = start(good, folderIo);
  await expect.poll(() => read).toHaveLength(FILES);
  await expect(promisify(gzip)("compressed on a thread")).resolves.toBeInstanceOf(Buffer);
  stopping.abort();
  await Promise.all([first.ended, second.ended]);
});

async function savesIn(folder: string): Promise<string> {
  await mkdir(folder);
  for (let id = 0; id < FILES; id++) {
    const path = join(folder, `${id}.arkprofile`);
    await writeFile(path, "text");
    await utimes(path, new Date(), new Date(Date.now() - 60_000));
  }
  return folder;
}
