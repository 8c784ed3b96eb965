/** The program against the bare server, in turns, so that whatever else the machine does strikes both. */
import { get, type IncomingMessage } from "node:http";
import type { RecordedAnswer } from "./bare-server.ts";
import type { GetPlan, LoadPlan, LoadResult, Signer } from "./load.ts";
import { processorSeconds, type Helper, type Program } from "./program.ts";

const PAIRS = 5;
const SECONDS = 2;
const WARM_UP_SECONDS = 1.5;
export const CONNECTIONS = 16;

export interface Compared {
  readonly perSecond: number;
  readonly barePerSecond: number;
  /** Median of the pairs. */
  readonly ratio: number;
  /** The same by processor time for a request, which does not suffer from a busy machine. */
  readonly processorRatio: number | undefined;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bareP50Ms: number;
  readonly bareP99Ms: number;
}

interface Side {
  readonly port: number;
  readonly pid: number;
}

type Measured = LoadResult & { readonly processorMicros: number | undefined };

/** A header `Authorization`, or keys that sign each request. */
type Credentials = string | readonly Signer[];

export async function compare(
  load: Helper,
  program: Program,
  bare: Side,
  paths: readonly string[],
  credentials?: Credentials,
): Promise<Compared> {
  const measure = async ({ port, pid }: Side, seconds: number): Promise<Measured> => {
    const plan: LoadPlan = { port, connections: CONNECTIONS, seconds, requests: getPlan(paths, credentials) };
    const before = processorSeconds(pid);
    const result = await load.ask<LoadResult>(plan);
    if (result.failed > 0) throw new Error(`${result.failed} answers were not 200, the first one ${result.failure}`);
    const used = before === undefined ? undefined : (processorSeconds(pid) ?? 0) - before;
    return { ...result, processorMicros: used && (used * 1e6) / (result.perSecond * seconds) };
  };
  await measure(program, WARM_UP_SECONDS);
  await measure(bare, WARM_UP_SECONDS);
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    ours.push(await measure(program, SECONDS));
    theirs.push(await measure(bare, SECONDS));
  }
  const ratios = ours.map((each, at) => each.perSecond / (theirs[at]?.perSecond ?? 1));
  const costs = ours.map((each, at) => (theirs[at]?.processorMicros ?? 0) / (each.processorMicros ?? 0));
  return {
    perSecond: median(ours.map(({ perSecond }) => perSecond)),
    barePerSecond: median(theirs.map(({ perSecond }) => perSecond)),
    ratio: median(ratios),
    processorRatio: costs.every(Number.isFinite) ? median(costs) : undefined,
    p50Ms: median(ours.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(ours.map(({ p99Ms }) => p99Ms)),
    bareP50Ms: median(theirs.map(({ p50Ms }) => p50Ms)),
    bareP99Ms: median(theirs.map(({ p99Ms }) => p99Ms)),
  };
}

function getPlan(paths: readonly string[], credentials: Credentials | undefined): GetPlan {
  if (credentials === undefined) return { kind: "get", paths };
  const shown = typeof credentials === "string" ? { authorization: credentials } : { signers: credentials };
  return { kind: "get", paths, ...shown };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The answer of the program as bytes, for the bare server to send. */
export async function recordAnswer(
  port: number,
  path: string,
  authorization?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<RecordedAnswer> {
  const headers = { accept: "application/json", ...(authorization === undefined ? {} : { authorization }), ...more };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, host: "127.0.0.1", headers }, resolve).on("error", reject);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  const sent: string[] = [];
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name = "", value = ""] = response.rawHeaders.slice(at, at + 2);
    // Node sets these itself, on both sides.
    if (!/^(date|connection|keep-alive)$/i.test(name)) sent.push(name, value);
  }
  return { path, headers: sent, body: Buffer.concat(chunks).toString("base64") };
}
