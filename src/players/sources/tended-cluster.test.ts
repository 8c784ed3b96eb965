import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { systemClock } from "../../kit/time/clock.ts";
import type { Cluster } from "../cluster/index.ts";
import { TendedCluster } from "./tended-cluster.ts";

const cluster = (name: string): Cluster => ({
  name: "Test",
  servers: [{ key: "island", name, game: "asa", pollSeconds: 15 } as Cluster["servers"][number]],
  plugins: { permissions: undefined, arkShop: undefined },
});

test("a file that could not be read for a reason outside of it is read once that has passed", async () => {
  const home = await temporaryFolder();
  onTestFinished(() => home.remove());
  const file = join(home.path, "tripod.yaml");
  await writeFile(file, "one");
  let name = "One";
  let refusal: string | undefined;
  const log = keptLog();
  const tended = new TendedCluster({
    file,
    load() {
      if (refusal !== undefined) throw new UserError(refusal);
      return cluster(name);
    },
    run: () => ({
      start: async () => undefined,
      stop: async () => undefined,
      startAgain: () => undefined,
      status: () => ({ servers: [] }),
    }),
    beforeFirst: async () => undefined,
    clock: systemClock(),
    log,
  });
  await tended.start();
  onTestFinished(() => tended.stop());

  [name, refusal] = ["Two", "it may not be read (EACCES)"];
  await writeFile(file, "two, which is longer");
  await tended.reload();
  await tended.reload();
  expect(tended.current()).toEqual(cluster("One"));
  const warnings = log.entries.filter(({ level }) => level === "warn").map(({ fields }) => String(fields["err"]));
  expect(warnings).toEqual([expect.stringContaining("EACCES")]);

  // As when the operator gives the right to read it: the file itself stays as it is.
  refusal = undefined;
  await tended.reload();
  expect(tended.current()).toEqual(cluster("Two"));
});
