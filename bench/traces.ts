/**
 * The cost of traces: requests of an endpoint that answers from memory, where it would show most. The program is
 * measured against the same sources without the code for traces: with traces off, with one request in a hundred
 * recorded, and with all of them. The collector is in the same process, so that sending is counted too. Each gets the
 * same number of requests in turns, so that whatever else the machine does strikes all. Prints a table; asserts
 * nothing.
 *
 *   npm run bench -- traces
 */
import { rm } from "node:fs/promises";
import { cpus } from "node:os";
import { CONNECTIONS, median } from "./http/compare.ts";
import { generateLoad, type LoadPlan, type LoadResult } from "./http/load.ts";
import { Helper, processorSeconds } from "./http/program.ts";
import { bundleWithout } from "./traces/bundle-without.ts";
import { PATH, serveTraced, type ServePlan } from "./traces/server.ts";

const REQUESTS = 10_000;
const ROUNDS = 9;
/** Rounds in which code is still being compiled. */
const COLD_ROUNDS = 2;
/** A round ends with its requests; this only ends a hang. */
const LIMIT_SECONDS = 600;

interface Variant {
  readonly title: string;
  readonly helper: Helper;
  readonly port: number;
  readonly perSecond: number[];
  /** Processor time of a request. */
  readonly micros: number[];
}

const [role] = process.argv.slice(2);
if (role === "load") generateLoad();
else if (role === "serve") serveTraced();
else await bench();

async function bench(): Promise<void> {
  say(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
  const load = new Helper("load");
  const stripped = await bundleWithout("bench/traces.ts");
  const variants: Variant[] = [];
  try {
    const without = await started("without the code", { share: undefined }, stripped);
    variants.push(without);
    variants.push(await started("off", { share: undefined }));
    variants.push(await started("on, 1 in 100 recorded", { share: 0.01 }));
    variants.push(await started("on, all recorded", { share: 1 }));
    for (let round = 0; round < ROUNDS; round++) for (const each of variants) await measure(load, each, round);
    say(`${"".padEnd(24)} requests/s  ratio   processor time a request  ratio`);
    for (const variant of variants) report(variant, without);
  } finally {
    load.stop();
    for (const { helper } of variants) helper.stop();
    await rm(stripped, { force: true });
  }
}

async function started(title: string, plan: ServePlan, bundle?: string): Promise<Variant> {
  const helper = new Helper("serve", bundle);
  return { title, helper, port: await helper.ask<number>(plan), perSecond: [], micros: [] };
}

async function measure(load: Helper, { helper, port, perSecond, micros }: Variant, round: number): Promise<void> {
  const paths = Array.from({ length: REQUESTS }, () => PATH);
  const before = processorSeconds(helper.pid) ?? 0;
  const requests = { kind: "get", paths, once: true } as const;
  const plan: LoadPlan = { port, connections: CONNECTIONS, seconds: LIMIT_SECONDS, requests };
  const { failed, failure, perSecond: measured } = await load.ask<LoadResult>(plan);
  if (failed > 0) throw new Error(`${failed} answers were not 200, the first one ${failure}`);
  if (round < COLD_ROUNDS) return;
  perSecond.push(measured);
  micros.push((((processorSeconds(helper.pid) ?? 0) - before) * 1e6) / REQUESTS);
}

function report({ title, perSecond, micros }: Variant, without: Variant): void {
  const speed = median(perSecond);
  const cost = median(micros);
  const ratios = [speed / median(without.perSecond), cost / median(without.micros)].map((ratio) => ratio.toFixed(2));
  say(
    `${title.padEnd(24)} ${String(Math.round(speed)).padStart(10)}  ${ratios[0]?.padStart(5)}` +
      `   ${`${cost.toFixed(1)} us`.padStart(24)}  ${ratios[1]?.padStart(5)}`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
