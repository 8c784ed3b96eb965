import { expect, onTestFinished, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { systemClock } from "../../kit/time/clock.ts";
import type { PluginKind, PluginReading } from "../plugins/index.ts";
import { readPlugins } from "./read-plugins.ts";

const PLUGIN = { database: { kind: "sqlite", file: "/plugin.db" }, tables: { players: "Players" } } as const;
const NOTHING: PluginReading = { records: [], problems: [], problemCount: 0 };

test("a database whose reading hangs is reported once, and holds up no other", async () => {
  const log = keptLog();
  const asked: PluginKind[] = [];
  const unread: (readonly PluginKind[])[] = [];
  let answer: ((reading: PluginReading) => void) | undefined;
  const stopping = new AbortController();
  const running = readPlugins({
    plugins: { permissions: PLUGIN, arkShop: PLUGIN },
    store: {
      setRecords: async (_records, _lease, _at, without = []) => {
        unread.push(without);
        return { changed: 0, removed: 0 };
      },
    },
    lease: "players plugins",
    fence: 1,
    clock: systemClock(),
    log,
    readSecret: () => "",
    everyMs: 10,
    patienceMs: 50,
    signal: stopping.signal,
    read({ plugin }) {
      asked.push(plugin);
      if (plugin === "arkshop" || answer) return Promise.resolve(NOTHING);
      return new Promise((resolve) => (answer = resolve));
    },
  });
  onTestFinished(async () => {
    stopping.abort(new Error("stopped"));
    await running;
  });
  await expect.poll(() => unread.filter((plugins) => plugins.includes("permissions")).length).toBeGreaterThan(2);
  expect(asked.filter((plugin) => plugin === "permissions")).toHaveLength(1);
  const said = () => log.entries.map(({ message }) => message);
  expect(said()).toEqual([
    "Permissions: Its reading does not come to an end: the disk, share or server does not answer.",
  ]);
  answer?.(NOTHING);
  await expect.poll(() => unread.at(-1)).toEqual([]);
  expect(said().slice(1)).toEqual(["Permissions: its database can be read again"]);
});
