/** Where the files of the test run's PostgreSQL are: in memory, if the machine has enough of it. */
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

const MEMORY_FOLDER = "/dev/shm";
/** The databases of files that run at the same time, and the log, have about 1 GB. */
const NEEDED_BYTES = 3 * 1024 ** 3;

/**
 * Each test file gets a copy of a database with 1,500 files. PostgreSQL asks the system to write each of these to the
 * disk, whatever its settings say: a copy takes 0.1 s in memory, and more than 1 s on a busy disk.
 */
export async function memoryFolder(): Promise<string> {
  const system = await statfs(MEMORY_FOLDER).catch(() => undefined);
  const isLargeEnough = system !== undefined && system.bavail * system.bsize >= NEEDED_BYTES;
  // Files there count as memory of a container, whose limit may be lower than that of the folder.
  return isLargeEnough && process.availableMemory() >= 2 * NEEDED_BYTES ? MEMORY_FOLDER : tmpdir();
}
