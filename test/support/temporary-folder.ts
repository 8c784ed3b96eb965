import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TemporaryFolder {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/**
 * A new empty folder directly below the system's folder for temporary files, which every account may pass: the test
 * runs may be root's, and the embedded PostgreSQL then another account's. The caller removes it.
 */
export async function temporaryFolder(prefix = "tripod-"): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
