/**
 * Signed requests to the program as `tripod serve trading` runs it, on an embedded PostgreSQL, against a bare `node:http`
 * that sends the same bytes to the same signed requests.
 */
import { openPlatform, type OpenPlatform } from "../../src/cli/open-platform.ts";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { sharedSettings } from "../../src/kit/config/shared-settings.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { buildTrading } from "../../src/trading/build.ts";
import { tradingSettings } from "../../src/trading/config.ts";
import { addKey, addUser } from "../../src/trading/operator.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { signed } from "../../test/support/signed-trading.ts";
import { compare, recordAnswer } from "../http/compare.ts";
import type { Signer } from "../http/load.ts";
import { Helper, startProgram, type Program } from "../http/program.ts";

const KEYS = 16;
/** Requests a minute that a key may send, in the place of its package's. */
const LIMIT = { "user_settings.ratelimit.minute": 1_000_000_000 };

export interface SignedRequests {
  /** Below `/api/v2/`, with their queries. */
  readonly paths: readonly string[];
  /** The setting of that name: which exchanges are connected at the same time. */
  readonly exchanges: string;
  /** Of Node, such as `--cpu-prof`. */
  readonly nodeOptions?: readonly string[];
  readonly print: (line: string) => void;
}

/** Prints a line for each path. The bundle that calls this also plays the roles `load` and `bare`. */
export async function measureSignedRequests(asked: SignedRequests): Promise<void> {
  const folder = await temporaryFolder("tripod-bench-");
  const load = new Helper("load");
  const bare = new Helper("bare");
  try {
    const signers = await makeKeys(folder.path);
    const program = await startProgram({
      service: "trading",
      dataDir: folder.path,
      settings: {
        TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "0",
        TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0",
        TRIPOD_TRADING_EXCHANGES: asked.exchanges,
      },
      firstPath: "/health",
      nodeOptions: asked.nodeOptions ?? [],
    });
    try {
      await measure(program, load, bare, signers, asked);
    } finally {
      await program.stop();
    }
  } finally {
    load.stop();
    bare.stop();
    await folder.remove();
  }
}

async function measure(
  program: Program,
  load: Helper,
  bare: Helper,
  signers: readonly Signer[],
  { paths: asked, exchanges, print }: SignedRequests,
): Promise<void> {
  const paths = asked.map((path) => `/api/v2/${path}`);
  // Prices must be there before they are asked for over and over.
  if (exchanges !== "") await new Promise((resolve) => setTimeout(resolve, 4_000));
  const [first] = signers;
  if (!first) throw new Error("there is no key");
  const recorded = [];
  for (const path of paths) recorded.push(await recordAnswer(program.port, path, undefined, signed(first)));
  const port = await bare.ask<number>(recorded);
  for (const path of paths) {
    const result = await compare(load, program, { port, pid: bare.pid }, [path], signers);
    const cost = result.processorRatio === undefined ? "" : `, by processor time ${result.processorRatio.toFixed(2)} x`;
    print(
      `${path.padEnd(46)} ${round(result.perSecond)}/s, p50 ${result.p50Ms.toFixed(2)} ms, p99 ${result.p99Ms.toFixed(2)} ms; ` +
        `${result.ratio.toFixed(2)} x bare node:http (${round(result.barePerSecond)}/s, p99 ${result.bareP99Ms.toFixed(2)} ms)${cost}`,
    );
  }
}

/** Users of the package `pro` without its limit, each with a key. */
async function makeKeys(dataDir: string): Promise<Signer[]> {
  const environment = { TRIPOD_DATA_DIR: dataDir };
  const sections = { shared: sharedSettings, trading: tradingSettings };
  const { config } = loadConfig({ sections, environment });
  const platform: OpenPlatform = await openPlatform(config.shared, silentLog());
  const trading = buildTrading(platform, config.trading, { version: "0.0.0", gitCommit: "", buildTime: "" }, []);
  try {
    const signers: Signer[] = [];
    for (let number = 0; number < KEYS; number++) {
      const name = `bench${number}`;
      const person = { username: name, name, email: `${name}@example.com`, password: "Long-enough-1" };
      const uid = await addUser(platform, { ...person, role: "user" });
      if (typeof uid !== "number") throw new Error(uid.problem);
      await platform.db.execute({
        name: "bench.take_package",
        text: `insert into trading.subscriptions (owner_id, base_id, overrides, created_at, updated_at)
          values ($1, 'pro', $2, now(), now())
          on conflict (owner_id) do update set base_id = 'pro', overrides = $2`,
        values: [uid, JSON.stringify(LIMIT)],
      });
      const made = await addKey(platform, trading.deps.apiKeys, uid, {
        label: "bench",
        access: "full_access",
        allowBearer: false,
      });
      if (!made) throw new Error("there is no key");
      signers.push(made);
    }
    return signers;
  } finally {
    await trading.stop();
    await platform.close();
  }
}

function round(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
