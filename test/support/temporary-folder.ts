import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TemporaryFolder {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/**
 * A new empty folder directly below another one, if not given the system's for temporary files. Every account may pass it: the
 * test runs may be root's, and the embedded PostgreSQL then another account's. The caller removes it.
 */
export async function temporaryFolder(prefix = "tripod-", parent = tmpdir()): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, prefix));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
