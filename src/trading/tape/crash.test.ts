/** The tape after the process that recorded it was killed. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { TAPE_OPTIONS } from "../../../test/support/tape-world.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { openTape, type RunningTape } from "./tape.ts";

const script = await bundleScript(fileURLToPath(new URL("../../../test/support/tape-child.ts", import.meta.url)));
const CODES = ["alpha-btcusdt", "alpha-ethusdt"];
const FROM = Date.parse("2026-03-02T00:00:00Z");
const TO = FROM + 10 * 86_400_000;
const ROWS_A_FLUSH = 100;
/** After this many flushes, and this many milliseconds more: in the middle of any work. */
const KILLS = [
  [1, 3],
  [9, 0],
  [10, 10],
  [31, 25],
  [40, 2],
] as const;

test("a killed recorder loses nothing but what was not flushed, and leaves no broken file", async () => {
  const folder = await temporaryFolder();
  try {
    let first = 1;
    const seen = new Map<string, number[]>();
    for (const [flushes, ms] of KILLS) {
      const child = new ScriptProcess(script, [folder.path, String(first)]);
      await child.heard("flushed", flushes);
      await delay(ms);
      await child.kill();
      const told = Number(child.told.findLast(({ event }) => event === "flushed")?.["count"]);
      const tape = readOnly(folder.path);
      let last = 0;
      for (const code of CODES) {
        const asks = await asksOf(tape, code);
        last = Math.max(last, asks.at(-1) ?? 0);
        expect(asks.at(-1)).toBeGreaterThanOrEqual(told);
        const before = seen.get(code) ?? [];
        const added = Array.from({ length: asks.length - before.length }, (_, row) => first + row);
        expect(asks).toEqual([...before, ...added]);
        seen.set(code, asks);
        const { volume } = await tape.candles(code, "1d", FROM, TO);
        const traded = volume.reduce((sum, each) => sum + each, 0);
        // The files of one flush come one after the other: at each kill, one kind may have one flush more.
        expect(Math.abs(traded - asks.length)).toBeLessThanOrEqual(ROWS_A_FLUSH * KILLS.length);
      }
      await tape.stop();
      first = last + 1;
    }
    const settled = await readdir(join(folder.path, "tape", "tops"), { recursive: true });
    expect(settled.filter((name) => name.includes("/day-"))).not.toEqual([]);
  } finally {
    await folder.remove();
  }
});

function readOnly(dataDir: string): RunningTape {
  return openTape({
    dataDir,
    market: undefined,
    clock: systemClock(),
    ...TAPE_OPTIONS,
  });
}

async function asksOf(tape: RunningTape, code: string): Promise<number[]> {
  const { ask } = await tape.tops(code, FROM, TO, 1_000_000);
  return [...ask].filter((each) => each > 0);
}
