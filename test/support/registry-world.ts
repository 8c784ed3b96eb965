/** A registry that runs: real HTTP on loopback, a real database, and tokens for the asking. */
import { afterAll } from "vitest";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import type { HttpOptions } from "../../src/kit/endpoint/http-services.ts";
import { systemIds } from "../../src/kit/ids/ids.ts";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { buildRegistry, type Registry } from "../../src/registry/build.ts";
import { registrySettings } from "../../src/registry/config.ts";
import { watchErrors } from "./error-recorder.ts";
import { testDatabase, type TestDatabase } from "./database.ts";
import { testPlatform } from "./test-platform.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body read as JSON; undefined when it is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly json: any;
}

export interface RegistryWorld {
  readonly url: string;
  /** Errors that were answered, as `<endpoint id> <error code>`. */
  readonly seenErrors: ReadonlySet<string>;
  readonly registry: Registry;
  readonly database: TestDatabase;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  get(path: string, options?: RequestOptions): Promise<Answer>;
  /** A bearer token with these patterns. */
  token(grant: {
    publish?: readonly string[];
    edit?: readonly string[];
    admin?: boolean;
    ttlSeconds?: number;
  }): Promise<string>;
  /** Publishes, and fails the test when that is refused. */
  publish(document: object): Promise<Answer>;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Settings as environment text, such as `{ TRIPOD_REGISTRY_DELETION: "off" }`. */
export type WorldSettings = Readonly<Record<string, string>>;

/** Starts a registry for a test file; it is closed after the file's last test. Ownership checks are off by default. */
export async function registryWorld(
  settings: WorldSettings = {},
  database?: TestDatabase,
  allowPrivateOutbound: readonly string[] = [],
  limiter?: HttpOptions["limiter"],
  served: { readonly publicUrl?: string; readonly hasConsole?: boolean } = {},
  http: Pick<HttpOptions, "bodies"> = {},
): Promise<RegistryWorld> {
  const used = database ?? (await testDatabase({ rooms: ["kit", "registry"] }));
  if (!database) await migrateJobs(used.connection);
  const registry = buildRegistry({ ...testPlatform(used), allowPrivateOutbound, ...served }, registryConfig(settings), {
    version: "0.0.0",
    gitCommit: "",
    buildTime: "",
  });
  await registry.start();
  const { services, seenErrors } = watchErrors(registry.services);
  const server = await buildHttp({
    services,
    log: silentLog(),
    requestId: () => systemIds().next("req"),
    checkOutputs: true,
    ...http,
    ...(limiter ? { limiter } : {}),
  });
  const { url } = await server.listen({ host: "127.0.0.1", port: 0 });
  afterAll(async () => {
    await server.close();
    await registry.stop();
  });

  const request: RegistryWorld["request"] = (method, path, options = {}) => send(url, method, path, options);
  const token: RegistryWorld["token"] = async ({ publish = [], edit = [], admin = false, ttlSeconds = 300 }) => {
    const permissions = [
      ...publish.map((resource) => ({ action: "publish" as const, resource })),
      ...edit.map((resource) => ({ action: "edit" as const, resource })),
      ...(admin ? [{ action: "admin" as const, resource: "*" }] : []),
    ];
    return (await registry.deps.tokens.issue({ method: "operator", subject: "test", permissions, ttlSeconds })).token;
  };
  return {
    url,
    seenErrors,
    registry,
    database: used,
    request,
    get: (path, options) => request("GET", path, options),
    token,
    async publish(document) {
      const answer = await request("POST", "/v0.1/publish", { body: document, token: await token({ publish: ["*"] }) });
      if (answer.status !== 200) throw new Error(`publishing was refused: ${answer.status} ${answer.text}`);
      return answer;
    },
  };
}

export function registryConfig(settings: WorldSettings = {}) {
  const environment = { TRIPOD_REGISTRY_OWNERSHIP_CHECKS: "off", ...settings };
  return loadConfig({ sections: { registry: registrySettings }, environment }).config.registry;
}

/** The path of a server, its name percent-encoded. */
export function serverPath(name: string, rest = ""): string {
  return `/v0.1/servers/${encodeURIComponent(name)}${rest}`;
}

async function send(url: string, method: string, path: string, options: RequestOptions): Promise<Answer> {
  const body = options.body === undefined ? undefined : bodyText(options.body);
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: readJson(text) };
}

function bodyText(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
