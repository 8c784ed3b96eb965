/** `tripod players doctor`. */
import { existsSync } from "node:fs";
import { SingleBar } from "cli-progress";
import pc from "picocolors";
import { readEnvironment } from "../../kit/config/environment.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { systemRandom } from "../../kit/ids/ids.ts";
import { systemClock } from "../../kit/time/clock.ts";
import type { Mark } from "../../players/cluster/index.ts";
import { environmentAtHand } from "../configuration.ts";
import { writeJson } from "../write-json.ts";
import { clusterPlace } from "./cluster-place.ts";

export interface DoctorOptions {
  readonly cluster?: string;
  readonly json: boolean;
}

/** A folder of many thousand files on a share takes its time; all else has limits of its own, far below. */
const LIMIT_MS = 60_000;

/** Sets the exit code: 0 when everything that is set up works. */
export async function doctor({ cluster: named, json }: DoctorOptions): Promise<void> {
  const { examineCluster, loadClusterFile, readSecret, renderDoctorReport } =
    await import("../../players/cluster/index.ts");
  const { doctorProbes } = await import("../../players/sources/index.ts");
  const { openSteam, steamHosts } = await import("../../players/platform/index.ts");
  const { outbound } = await import("../../kit/outbound/outbound.ts");
  const { proxyRules } = await import("../../kit/outbound/proxy-rules.ts");

  const { file, otherMembers, config } = await clusterPlace(named);
  if (!existsSync(file)) {
    throw new UserError(`There is no cluster's file ${file}. Make one: tripod players add-server --help`);
  }
  const cluster = loadClusterFile(file, { otherMembers });
  const [clock, environment] = [systemClock(), readEnvironment()];
  const proxied = { rules: proxyRules(environmentAtHand()), urls: [config.steamApiUrl] };
  const http = outbound({ allowPrivate: steamHosts(config), userAgent: "Tripod-Players/1.0", clock, proxied });
  // On a terminal only; the report itself goes to standard output.
  const bar = new SingleBar({
    format: "{bar} {percentage} %, {value} of {total} save files, {duration_formatted}",
    stream: process.stderr,
    noTTYOutput: false,
    clearOnComplete: true,
  });
  try {
    const probes = doctorProbes({
      clock,
      random: systemRandom(),
      readSecret: (secret, what) => readSecret(secret, environment, what),
      epicAllowed: config.epicQueries,
      steam: openSteam(config, { outbound: http, clock }),
    });
    const report = await examineCluster({ cluster, probes, clock, limitMs: LIMIT_MS, onProgress: progressOn(bar) });
    bar.stop();
    if (json) writeJson(report);
    else process.stdout.write(renderDoctorReport(report, painted));
    process.exitCode = report.exitCode;
  } finally {
    bar.stop();
    await http.close();
  }
}

/** The bar appears with the first file that was read. */
function progressOn(bar: SingleBar): (done: number, of: number) => void {
  let isShown = false;
  return (done, of) => {
    if (!isShown) bar.start(of, 0);
    isShown = true;
    bar.setTotal(of);
    bar.update(done);
  };
}

function painted(mark: Mark, text: string): string {
  return { ok: pc.green, wrong: pc.red, off: pc.dim }[mark](text);
}
