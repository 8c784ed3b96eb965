import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  saveText,
  watchedFolder,
  type TestWatch,
  type WatchedFolder,
} from "../../../../test/support/watched-folder.ts";

const NAMES = ["1.arkprofile", "2.arkprofile", "3.arkprofile", "7.arktribe"];
/** It is never touched, so that the folder never looks empty. */
const ANCHOR = "0.arkprofile";

interface World {
  readonly folder: WatchedFolder;
  watch: TestWatch;
  /** The last whole write of each file: the right answer about it. */
  readonly written: Map<string, string>;
  readonly everWritten: Set<string>;
  count: number;
  isAway: boolean;
}

type Act = (world: World) => Promise<void>;

/** The effects of a game, a mirror, a share and ourselves on a folder. */
const act: fc.Arbitrary<{ readonly name: string; readonly what: string; readonly run: Act }> = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.constantFrom("write", "replace", "restore", "tear", "remove", "unmount", "mount", "refuse", "accept", "restart"),
    fc.integer({ min: 0, max: 25_000 }),
  )
  .map(([name, what, ms]) => ({
    name,
    what: `${what} ${name}, ${ms} ms`,
    run: async (world: World): Promise<void> => {
      await doIt(world, name, what);
      await world.folder.pass(ms);
    },
  }));

async function doIt(world: World, name: string, what: string): Promise<void> {
  const { folder, written, everWritten } = world;
  const text = `${name} ${++world.count}`;
  if (what === "unmount" && !world.isAway) {
    await rename(folder.path, `${folder.path}-away`);
    await mkdir(folder.path);
    world.isAway = true;
  } else if (what === "mount") await mount(world);
  else if (what === "refuse") world.watch.beforeApply = () => Promise.reject(new Error("no database"));
  else if (what === "accept") world.watch.beforeApply = async () => undefined;
  else if (what === "restart") await restart(world);
  else if (!world.isAway) {
    if (what === "tear") await folder.write(name, saveText(text).slice(0, -3), 0);
    else if (what === "remove") await rm(join(folder.path, name), { force: true });
    else if (what === "replace") await folder.replace(name, saveText(text), 0);
    else if (what === "write") await folder.write(name, saveText(text), 0);
    else if (what === "restore") await folder.replace(name, saveText(text), 86_400_000);
    written.delete(name);
    if (what !== "tear" && what !== "remove") {
      written.set(name, text);
      everWritten.add(text);
    } else if (what === "tear") written.set(name, "torn");
  }
}

async function mount(world: World): Promise<void> {
  if (!world.isAway) return;
  await rm(world.folder.path, { recursive: true });
  await rename(`${world.folder.path}-away`, world.folder.path);
  world.isAway = false;
}

async function restart(world: World): Promise<void> {
  const { applied, stamps } = world.watch;
  await world.watch.stop();
  world.watch = world.folder.start({ known: stamps });
  for (const [name, text] of applied) world.watch.applied.set(name, text);
  for (const [name, stamp] of stamps) world.watch.stamps.set(name, stamp);
}

test("whatever happens to a folder, in the end the consumer has what was last written whole, and never anything else", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 15 }), async (acts) => {
      const folder = await watchedFolder();
      try {
        await folder.write(ANCHOR, saveText("anchor"));
        const world: World = {
          folder,
          watch: folder.start(),
          written: new Map([[ANCHOR, "anchor"]]),
          everWritten: new Set(["anchor"]),
          count: 0,
          isAway: false,
        };
        for (const { run } of acts) {
          await run(world);
          for (const text of world.watch.applied.values()) expect(world.everWritten).toContain(text);
        }
        await mount(world);
        world.watch.beforeApply = async () => undefined;
        await folder.pass(300_000);
        for (const [name, text] of world.written) {
          if (text !== "torn") expect(world.watch.applied.get(name)).toBe(text);
        }
        for (const name of world.watch.applied.keys()) expect([...world.written.keys()]).toContain(name);
        const torn = [...world.written.values()].filter((text) => text === "torn").length;
        expect(world.watch.status()).toMatchObject({
          broken: torn,
          missing: 0,
          state: torn > 0 ? "partlyBroken" : "ok",
        });
      } finally {
        await folder.close();
      }
    }),
    { numRuns: 40 },
  );
});
