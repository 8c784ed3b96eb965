/** The settings that every service shares: where it listens, where it keeps its data, how it speaks. */
import ipaddr from "ipaddr.js";
import { Type } from "typebox";
import { secretText, settings } from "./setting.ts";

/** Below the folder that the program is started in. */
export const DEFAULT_DATA_DIR = "./data";

const portNumber = { minimum: 0, maximum: 65_535 };

const AddressOrRange = Type.Refine(Type.String(), isAddressOrRange, () => "must be an IP address or a CIDR range");

const HostOrRange = Type.Refine(
  Type.String(),
  (value) => value.length <= 253 && (isAddressOrRange(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)),
  () => "must be a host name, an IP address or a CIDR range",
);

/** An address without a path, or nothing. The pattern alone would take hosts and ports that no browser can reach. */
const Origin = Type.Refine(
  Type.String({
    maxLength: 300,
    pattern: "^(https?://[^\\s/?#@]+)?$",
    default: "",
    description:
      "Where browsers reach this server: `https://tripod.example.com`. With https, the cookies of sessions go over https " +
      "only.",
  }),
  (value) => value === "" || URL.canParse(value),
  () => "must be an address that a browser can open, such as https://tripod.example.com",
);

/** Settings without a section: they are at the top of the file. */
export const sharedSettings = settings(
  "",
  "What every service shares.",
  Type.Object({
    host: Type.String({
      minLength: 1,
      default: "127.0.0.1",
      description: "Address to listen on. `0.0.0.0` or `::` for every address of the machine.",
    }),
    port: Type.Integer({ ...portNumber, default: 8080, description: "Port to listen on. 0 takes any free one." }),
    publicUrl: Origin,
    dataDir: Type.String({
      minLength: 1,
      default: DEFAULT_DATA_DIR,
      description:
        "Folder for everything that is kept in files, the built-in database above all. Where root starts Tripod and the " +
        "database's account cannot reach the default folder, the database's files are below `/var/lib/tripod`.",
    }),
    databaseUrl: secretText({
      pattern: "^postgres(ql)?://",
      description: "PostgreSQL 15 or later, as `postgres://...`. Without it, the built-in database is started.",
    }),
    directDatabaseUrl: secretText({
      pattern: "^postgres(ql)?://",
      description:
        "The same PostgreSQL without the pooler, where `databaseUrl` is one that hands out connections per transaction: " +
        "the job queue needs sessions of its own.",
    }),
    databaseConnections: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 10,
      description: "Most connections to PostgreSQL that one process opens for requests.",
    }),
    preparedStatements: Type.Boolean({
      default: true,
      description: "Prepare statements in PostgreSQL. Turn off behind a connection pool that cannot keep them.",
    }),
    redisUrl: secretText({
      pattern: "^rediss?://",
      description: "Redis or Valkey, as `redis://...`. Needed as soon as several processes serve the same callers.",
    }),
    adminHost: Type.String({
      minLength: 1,
      default: "127.0.0.1",
      description: "Address of the port for metrics and health. It asks for no credentials: keep it private.",
    }),
    adminPort: Type.Integer({
      ...portNumber,
      default: 8081,
      description: "Port for metrics and health. 0 turns it off.",
    }),
    logLevel: Type.Union([Type.Literal("debug"), Type.Literal("info"), Type.Literal("warn"), Type.Literal("error")], {
      default: "info",
      description: "Least important kind of message that is written to the log.",
    }),
    logFormat: Type.Union([Type.Literal("auto"), Type.Literal("json"), Type.Literal("pretty")], {
      default: "auto",
      description: "Form of the log. `auto` is pretty on a terminal and JSON elsewhere.",
    }),
    trustedProxies: Type.Array(AddressOrRange, {
      maxItems: 100,
      default: [],
      description: "Proxies whose `X-Forwarded-For` is believed: addresses or ranges such as `10.0.0.0/8`.",
    }),
    operatorCommand: Type.String({
      maxLength: 300,
      pattern: "^([\\x21-\\x7e]+( [\\x21-\\x7e]+)*)?$",
      default: "",
      description:
        "The words before commands in hints of the console, such as `docker compose exec tripod tripod`. Everyone who may " +
        "read the console sees them. Without it, `tripod` or `npx tripod`, as the program was started.",
    }),
    console: Type.Boolean({
      default: true,
      description: "Serve the console at `/console`, the web page for all services that run here.",
    }),
    frontRequestsPerMinute: Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 3_000,
      description:
        "Requests for `/`, `/console`, `/docs`, `/openapi` and `/ready` that one address, of IPv6 one network of 64 bits, may send " +
        "in a minute. 0 for no limit.",
    }),
    allowPrivateOutbound: Type.Array(HostOrRange, {
      maxItems: 100,
      default: [],
      description: "Private hosts or ranges that requests to addresses chosen by callers may reach all the same.",
    }),
    tracesUrl: Type.String({
      pattern: "^$|^https?://[^\\s?#@]+$",
      maxLength: 500,
      default: "",
      description:
        "Collector of OpenTelemetry traces: the whole URL of its OTLP/HTTP endpoint, such as " +
        "`http://127.0.0.1:4318/v1/traces`. It may be private. Empty records none.",
    }),
    tracesHeaders: secretText({
      pattern: "^[\\x20-\\x7e]{1,8000}$",
      description:
        "Headers for `tracesUrl`, such as credentials: `name=value`, with commas between, values URL-encoded.",
    }),
    tracesShare: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 1,
      description:
        "The share of requests and jobs that is recorded, from 0 to 1. What belongs to one is recorded with it.",
    }),
    tracesFollowCallers: Type.Boolean({
      default: false,
      description:
        "Go on with the trace that a request's `traceparent` header names, and record it if that one is recorded. Only " +
        "where a proxy of yours sets or removes the header: callers could have all of their requests recorded.",
    }),
    secretKey: secretText({
      pattern: "^([0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{43}=?)$",
      description: "32 bytes, base64 or hexadecimal, that seal stored secrets. Losing it loses them.",
    }),
    additionalSecretKeys: secretText({
      pattern: "^[A-Za-z0-9+/_=,\\s-]{0,2000}$",
      description:
        "Further keys of the same form, with commas between. They open what they have sealed, and seal nothing: for the " +
        "time in which the secret key is replaced.",
    }),
    lostSecretKeys: Type.Array(Type.String({ pattern: "^[0-9a-f]{12}$" }), {
      maxItems: 100,
      default: [],
      description:
        "Ids of lost secret keys, as the refused start names them. What they have sealed stays closed, and does " +
        "not keep Tripod from starting.",
    }),
  }),
);

function isAddressOrRange(value: string): boolean {
  return value.includes("/") ? ipaddr.isValidCIDR(value) : ipaddr.IPv4.isValidFourPartDecimal(value) || isIpv6(value);
}

function isIpv6(value: string): boolean {
  return value.includes(":") && ipaddr.IPv6.isValid(value);
}
