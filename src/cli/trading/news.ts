/** `tripod trading news doctor`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { counted } from "../../kit/text/counted.ts";
import { systemClock } from "../../kit/time/clock.ts";
import type { SourceReport } from "../../trading/news/index.ts";
import { readConfiguration } from "../configuration.ts";
import { writeJson } from "../write-json.ts";

/** Asks each source of the settings once, and tells what it gives. */
export async function examineNews({
  source,
  json,
}: {
  readonly source?: string;
  readonly json: boolean;
}): Promise<void> {
  const { tradingSettings } = await import("../../trading/config.ts");
  const { examineSources, readNewsFile, STARTING_PLAN } = await import("../../trading/news/index.ts");
  const { shared, trading } = readConfiguration({ trading: tradingSettings }).config;
  const { sources: all } = trading.newsFile === "" ? STARTING_PLAN : readNewsFile(trading.newsFile);
  const sources = all.filter(({ name }) => source === undefined || name === source);
  if (sources.length === 0) {
    const name = JSON.stringify((source ?? "").slice(0, 100));
    throw new UserError(source === undefined ? "No source of news is set." : `There is no source ${name}.`);
  }
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new UserError("Stopped.")));
  const options = { contact: trading.newsContact, allowPrivate: shared.allowPrivateOutbound, signal: stop.signal };
  const reports: SourceReport[] = [];
  for await (const report of examineSources(sources, { ...options, clock: systemClock() })) {
    reports.push(report);
    if (!json) process.stdout.write(`${lineOf(report)}\n`);
  }
  const silent = reports.filter(({ problem }) => problem !== undefined).length;
  if (json) writeJson(reports.map(reportAsJson));
  else process.stdout.write(`${counted(sources.length, "source")}, ${silent} without articles\n`);
  if (silent > 0) process.exitCode = 1;
}

function reportAsJson({ name, articles, unusable, newestMs, page, problem }: SourceReport): unknown {
  const newestAt = newestMs === undefined ? null : new Date(newestMs).toISOString();
  return { name, articles, unusable, newestAt, page: page ?? null, problem: problem ?? null };
}

function lineOf({ name, articles, unusable, newestMs, page, problem }: SourceReport): string {
  if (problem !== undefined) return `${name.padEnd(28)} ${problem}`;
  const newest = newestMs === undefined ? "" : `, the newest of ${new Date(newestMs).toISOString()}`;
  const rest = unusable === 0 ? "" : `, ${unusable} unusable`;
  let pages = "";
  if (page !== undefined) pages = page === "read" ? ", pages can be read" : `, pages cannot be read: ${page.problem}`;
  return `${name.padEnd(28)} ${counted(articles, "article")}${newest}${rest}${pages}`;
}
