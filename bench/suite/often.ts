/** Runs the whole suite several times, beside processes that do nothing but compute, and lists what was red and how often. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { packageRoot } from "../../src/kit/config/package-root.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";

export interface SuitePlan {
  readonly runs: number;
  /** Processes that compute all the time. */
  readonly loops: number;
  /** Where another `node` lies; that of this process without it. */
  readonly nodeFolder?: string | undefined;
  /** Test files; all without them. */
  readonly files: readonly string[];
}

/** Computes, and ends with its parent: once in a while it looks whether that is still there. */
const LOOP = `process.on("disconnect", () => process.exit());
const turn = () => { for (const end = Date.now() + 20; Date.now() < end;); setImmediate(turn); };
turn();`;

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** @returns the status to end with: 0 if nothing was red */
export async function soakSuite({ runs, loops, nodeFolder, files }: SuitePlan): Promise<number> {
  const folder = await temporaryFolder("tripod-suite-");
  const busy = Array.from({ length: loops }, () =>
    spawn(process.execPath, ["-e", LOOP], { stdio: ["ignore", "ignore", "inherit", "ipc"] }),
  );
  const red = new Map<string, number>();
  try {
    for (let run = 1; run <= runs; run++) {
      const beganMs = performance.now();
      const report = await runSuite(join(folder.path, `${run}.json`), { nodeFolder, files });
      const minutes = ((performance.now() - beganMs) / 60_000).toFixed(1);
      const names = redIn(report);
      for (const name of names) red.set(name, (red.get(name) ?? 0) + 1);
      console.log(
        `run ${run}: ${report.numPassedTests} passed, ${names.length} red, ${minutes} min beside ${loops} loops`,
      );
      for (const name of names) console.log(`  ${name}`);
    }
  } finally {
    for (const each of busy) each.kill();
    await folder.remove();
  }
  const often = [...red].toSorted(([, one], [, other]) => other - one);
  for (const [name, times] of often) console.log(`${times} of ${runs} runs: ${name}`);
  return red.size === 0 ? 0 : 1;
}

async function runSuite(file: string, { nodeFolder, files }: Pick<SuitePlan, "nodeFolder" | "files">): Promise<Report> {
  const vitest = join(packageRoot(), "node_modules", "vitest", "vitest.mjs");
  const node = nodeFolder === undefined ? process.execPath : join(nodeFolder, "node");
  const path = [nodeFolder, process.env["PATH"]].filter((each) => each !== undefined).join(delimiter);
  const child: ChildProcess = spawn(node, [vitest, "run", "--reporter=json", "--outputFile", file, ...files], {
    cwd: packageRoot(),
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(child, "exit");
  return JSON.parse(await readFile(file, "utf8")) as Report;
}

/** Files that could not be loaded are red, too. */
function redIn({ testResults }: Report): readonly string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults
      .filter((each) => each.status === "failed")
      .map((each) => `${name}: ${each.fullName}`);
    return failed.length === 0 && status === "failed" ? [name] : failed;
  });
}
