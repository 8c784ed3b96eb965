import { expect, test } from "vitest";
import type { KeptRun } from "../store-runs.ts";
import { mergeRun } from "./merge-run.ts";

const run = (version: number, more: Partial<KeptRun> = {}) =>
  ({ id: 1, version, slices: 0, run: { state: `of ${version}` }, ...more }) as unknown as KeptRun;

test("a run that is read before its transition was stored, and comes after it, changes nothing back", () => {
  const paused = run(5, { slices: 3, lastSliceMs: 900, unhedged: { "1": "0.5" } });
  const read = run(4, { slices: 2, lastSliceMs: 800, unhedged: {}, debugAskedMs: 950 });
  expect(mergeRun(paused, read)).toEqual({ ...paused, debugAskedMs: 950 });
});

test("a run that is read after a transition of another process is as that has left it, with the newest slice of both", () => {
  const known = run(4, { slices: 3, lastSliceMs: 900, debugAskedMs: 950 });
  const stopping = run(5, { slices: 2, lastSliceMs: 800 });
  expect(mergeRun(known, stopping)).toEqual({ ...stopping, slices: 3, lastSliceMs: 900, debugAskedMs: 950 });
  expect(mergeRun(run(4), run(4, { slices: 1, lastSliceMs: 7 }))).toMatchObject({ slices: 1, lastSliceMs: 7 });
});
