/**
 * Who may import whom. Every rule says in its comment what a failure means and where the code belongs instead;
 * `test/architecture/import-rules.test.ts` proves that each rule can fail.
 *
 * Tests beside the code may use development tools and every room of their own service, so most rules leave them out.
 */

import { doors } from "./.dependency-cruiser.doors.mjs";

const SERVICE = "(?:registry|players|trading)";
const TEST = "\\.test\\.ts$";
/** Slow, obvious versions of clever code, for tests to compare with. */
const NAIVE = "\\.naive\\.ts$";
/** Libraries that compute and do nothing else: no clock, network, disk or randomness. */
const PURE_LIBRARIES = ["typebox", "semver", "ajv", "ajv-formats", "unhomoglyph"];
/** For digests. `test/architecture/environment.test.ts` sees to it that `core/` takes nothing random from it. */
const PURE_BUILTINS = ["crypto"];
/** What the console bundles. */
const CONSOLE_LIBRARIES = ["preact", "@preact/signals(?:-core)?", "uplot", "lightweight-charts"];
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
      pathNot: [
        `^src/${SERVICE}/build(?:-access|-admin|-admin|-alerts|-cluster|-engine|-exchanges|-market|-news|-signals|-stores|-trades|-webhooks)?\\.ts$`,
        TEST,
      ],
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
    from: {
      path: `^src/(${SERVICE})/build(?:-access|-admin|-admin|-alerts|-cluster|-engine|-exchanges|-market|-news|-signals|-stores|-trades|-webhooks)?\\.ts$`,
    },
    to: { path: "^src/$1/[^/]+/(?:endpoints|jobs)/", pathNot: "/index\\.ts$" },
  },
  {
    name: "areas-know-no-whole",
    comment:
      "An area sees its own part of a service, and the doors of others. `build.ts` knows everything that endpoints and " +
      "jobs are given, and the tables list them all. Name the few parts that you need, such as `WalletDeps & ClockDeps`.",
    from: { path: `^src/(${SERVICE})/[^/]+/`, pathNot: TEST },
    to: {
      path: "^src/$1/(?:build(?:-access|-admin|-admin|-alerts|-cluster|-engine|-exchanges|-market|-news|-signals|-stores|-trades|-webhooks)?|endpoints|jobs|service)\\.ts$",
    },
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
    name: "latest-by-one-rule",
    comment:
      "Which version `latest` names is decided by `servers/core/latest-after.ts`, for whatever changed. Code that compares " +
      "versions itself would decide it in another way one day.",
    from: { path: "^src/registry/", pathNot: ["^src/registry/servers/core/", TEST, NAIVE] },
    to: { path: "^src/registry/servers/core/version-order\\.ts$" },
  },
  {
    name: "batches-are-planned-in-core",
    comment:
      "A batch of saves is decided as a whole by `saves/core/apply/plan-batch.ts`. What locks and reads does not decide " +
      "about single players, tribes or files. Pass what was read to the plan.",
    from: { path: "^src/players/saves/", pathNot: ["^src/players/saves/core/", TEST, NAIVE] },
    to: {
      path: "^src/players/saves/core/apply/(?:judge-files|plan-players|plan-tribes)\\.ts$",
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

/** @type {Rule[]} */
const clients = [
  {
    name: "clients-stand-alone",
    comment:
      "A client runs in programs and pages of others: it imports its own files, and no package or module of Node. What it " +
      "needs to know of a service is in its generated files.",
    from: { path: "^clients/" },
    to: { pathNot: "^clients/" },
  },
  {
    name: "program-without-clients",
    comment:
      "Clients are made of the program's documents. The program itself, and its generators, import none of them. The console " +
      "is a page in a browser, and calls the services as every other program does.",
    from: { path: "^src/", pathNot: "^src/console/" },
    to: { path: "^clients/" },
  },
];

/** @type {Rule[]} */
const consoleRules = [
  {
    name: "console-by-the-public-interface",
    comment:
      "The console runs in browsers, and knows of a service what any program knows: its typed client. Of the kit it takes what is pure. What it lacks there is " +
      "missing in the interface, for everybody.",
    from: { path: "^src/console/", pathNot: TEST },
    to: {
      pathNot: [
        "^src/console/",
        "^src/kit/(?:text|time/spans)",
        "^clients/typescript/src/",
        `^node_modules/(?:${CONSOLE_LIBRARIES.join("|")})/`,
      ],
    },
  },
  {
    name: "program-without-console",
    comment: "The server reads the built files of the console. It imports none of its sources.",
    from: { path: "^src/", pathNot: "^src/console/" },
    to: { path: "^src/console/" },
  },
  {
    name: "console-pages-stay-apart",
    comment:
      "Pages of one service do not use those of another. What both need is a part (`parts/`) or live data (`live/`). The table " +
      "of pages loads each when it is needed.",
    from: { path: "^src/console/pages/([^/]+)/", pathNot: TEST },
    to: { path: "^src/console/pages/[^/]+/", pathNot: "^src/console/pages/$1/" },
  },
  {
    name: "console-parts-below-pages",
    comment: "Parts and live data are used by pages, and know none.",
    from: { path: "^src/console/(?:parts|live)/", pathNot: TEST },
    to: { path: "^src/console/(?:pages|shell)/", dependencyTypesNot: ["type-only"] },
  },
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
    from: { path: "^src/", pathNot: [TEST, NAIVE, "^src/console/"] },
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
    from: { orphan: true, pathNot: ["\\.d\\.ts$", "^src/main\\.ts$", "\\.css$", TEST] },
    to: {},
  },
];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [...layers, ...clients, ...consoleRules, ...doors, ...hygiene].map((rule) => ({
    ...rule,
    severity: "error",
  })),
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
