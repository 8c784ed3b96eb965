import { chmod, chown, mkdir, readdir, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keptLog, type KeptLog } from "../../../../test/support/kept-log.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { UserError } from "../../errors/user-error.ts";
import { serverAccount } from "./account.ts";
import { prepareFolder } from "./folder.ts";
import { startEmbedded } from "./launch.ts";

const isRoot = process.getuid?.() === 0;
let parent: TemporaryFolder;
let dataDir: string;

beforeEach(async () => {
  parent = await temporaryFolder();
  dataDir = join(parent.path, "data");
});

afterEach(() => parent.remove());

async function refusal(): Promise<string> {
  const failure = await startEmbedded({ dataDir, log: keptLog() }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UserError);
  return String(failure);
}

async function makeCluster(version: string): Promise<void> {
  const folder = await prepareFolder(dataDir);
  await mkdir(folder.cluster, { recursive: true });
  await writeFile(join(folder.cluster, "PG_VERSION"), `${version}\n`);
  if (folder.account) await chown(folder.cluster, folder.account.uid, folder.account.gid);
}

describe("the data folder", () => {
  test("is made with all that lead to it, passable, and the server's part of it private", async () => {
    const umask = process.umask(0o077);
    try {
      dataDir = join(dataDir, "a", "b");
      const { root, account } = await prepareFolder(dataDir);
      expect((await stat(root)).mode & 0o777).toBe(0o700);
      expect((await stat(root)).uid).toBe(account?.uid ?? process.getuid?.());
      if (isRoot) expect((await stat(join(parent.path, "data", "a"))).mode & 0o777).toBe(0o755);
    } finally {
      process.umask(umask);
    }
  });

  test("may be reached by symbolic links", async () => {
    const real = join(parent.path, "real");
    await mkdir(real);
    await mkdir(dataDir);
    await symlink(real, join(dataDir, "postgres"));
    expect((await prepareFolder(dataDir)).root).toBe(real);
    const embedded = await startEmbedded({ dataDir, log: keptLog() });
    await embedded.stop();
    expect(await readdir(real)).toContain("cluster");
  });

  test("is refused when a file is in its place", async () => {
    await writeFile(dataDir, "");
    expect(await refusal()).toMatch(/data folder cannot be used: .*(file|EEXIST)/);
    await rm(dataDir);
    await mkdir(dataDir);
    await writeFile(join(dataDir, "postgres"), "");
    expect(await refusal()).toMatch(/is not a folder/);
  });

  test("is refused when it holds what is not ours", async () => {
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres", "PG_VERSION"), "15\n");
    expect(await refusal()).toMatch(/not empty and holds no database of tripod \(it holds PG_VERSION\)/);
    expect(await readdir(join(dataDir, "postgres"))).toEqual(["PG_VERSION"]);
  });

  test("is refused when another version of PostgreSQL made the database in it", async () => {
    await makeCluster("17");
    expect(await refusal()).toMatch(/made by PostgreSQL 17; this release of tripod brings PostgreSQL 18/);
  });

  test("is refused when the database in it does not have our password", async () => {
    await makeCluster("18");
    expect(await refusal()).toMatch(/without the password/);
  });

  test.skipIf(!isRoot)("is refused, when root starts it, where the server's account cannot reach it", async () => {
    await chmod(parent.path, 0o700);
    const says = await refusal();
    expect(says).toContain(`${parent.path} is closed to it`);
    expect(says).toContain(`chmod o+x ${parent.path}`);
  });

  test.skipIf(!isRoot)(
    "that root starts in a closed folder keeps its database where its account can reach it",
    async () => {
      await chmod(parent.path, 0o700);
      const open = await temporaryFolder();
      const elsewhere = join(open.path, "lib", "tripod");
      const first = keptLog();
      await (await startEmbedded({ dataDir, elsewhere, log: first })).stop();
      const [made = ""] = await readdir(elsewhere);
      expect(await realpath(join(dataDir, "postgres"))).toBe(join(elsewhere, made));
      expect(await readdir(join(elsewhere, made))).toContain("cluster");
      expect((await stat(join(elsewhere, made))).mode & 0o777).toBe(0o700);
      const told = (log: KeptLog) => log.entries.filter(({ message }) => message.includes(join(elsewhere, made)));
      expect(told(first)).toHaveLength(1);

      const second = keptLog();
      await (await startEmbedded({ dataDir, elsewhere, log: second })).stop();
      expect(await readdir(elsewhere)).toEqual([made]);
      expect(told(second)).toEqual([]);
      await open.remove();
    },
  );

  test.skipIf(!isRoot)(
    "in a closed folder is refused where the other place is closed too, and leaves nothing there",
    async () => {
      await chmod(parent.path, 0o700);
      const elsewhere = join(parent.path, "lib");
      await expect(startEmbedded({ dataDir, elsewhere, log: keptLog() })).rejects.toThrow(/is closed to it/);
      expect(await readdir(elsewhere)).toEqual([]);
    },
  );

  test.skipIf(!isRoot)("stays with the account that already owns it, even when root starts it", async () => {
    const nobody = (await serverAccount("/nonexistent", ["nobody"])) ?? { uid: -1, gid: -1 };
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await chown(join(dataDir, "postgres"), nobody.uid, nobody.gid);
    expect((await prepareFolder(dataDir)).account).toEqual(nobody);
    const embedded = await startEmbedded({ dataDir, log: keptLog() });
    expect((await stat(join(dataDir, "postgres", "cluster"))).uid).toBe(nobody.uid);
    await embedded.stop();
  });

  test.skipIf(!isRoot)("may not be that of an account that the system does not know", async () => {
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await chown(join(dataDir, "postgres"), 12_345, 54_321);
    expect(await refusal()).toMatch(/needs the account that it runs as to have a line in \/etc\/passwd/);
  });

  test.skipIf(!isRoot)("is refused when its database belongs to yet another account", async () => {
    await makeCluster("18");
    await chown(join(dataDir, "postgres", "cluster"), 12_345, 54_321);
    expect(await refusal()).toMatch(/cluster belongs to another account \(uid 12345/);
  });

  test.skipIf(isRoot)("is refused when it may not be written", async () => {
    await mkdir(dataDir, { mode: 0o500 });
    expect(await refusal()).toMatch(/this account may not write there/);
  });
});

test.skipIf(!isRoot)("an ordinary account is refused what belongs to another", async () => {
  await prepareFolder(dataDir);
  const { getuid } = process;
  process.getuid = () => 12_345;
  try {
    expect(await refusal()).toMatch(/belongs to another account \(uid \d+; this process is uid 12345\)/);
  } finally {
    if (getuid) process.getuid = getuid;
  }
});
