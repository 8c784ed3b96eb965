/** The registry of tool servers: the MCP registry API. */
import { buildApi } from "./api.ts";
import type { RegistryApi } from "./generated/registry/api.ts";
import { operations } from "./generated/registry/operations.ts";
import { send, type ClientOptions, type Service } from "./send.ts";
import { sessionAuth, sessionMembers, type SessionAuth } from "./session-auth.ts";

export { TripodError, type FailureKind } from "./errors.ts";
export type { AnswerFacts, CallOptions, ChangeOptions, Paged } from "./operation.ts";
export type { ClientOptions } from "./send.ts";
export type { SessionAuth } from "./session-auth.ts";
// oxlint-disable-next-line oxc/no-barrel-file -- the types of the interface, which its generated files name
export type * from "./generated/registry/types.ts";

export interface RegistryOptions extends ClientOptions {
  /** A registry token, or what answers one; it is asked before every request. Needed to publish, and for private reads. */
  readonly token?: string | (() => string | Promise<string>);
  /** `session()`, for pages of the server itself. Not together with a token. */
  readonly auth?: SessionAuth;
}

/**
 * A session of a browser. `sessions.beginSession` begins it with a registry token; `finishOpenid` and `pollGithubDevice`
 * begin one that `renewSession` renews.
 */
export function session(): SessionAuth {
  return sessionAuth({
    cookie: "tripod_registry",
    current: "sessions.getCaller",
    begins: ["sessions.beginSession", "sessions.renewSession", "sessions.finishOpenid", "sessions.pollGithubDevice"],
    renews: "sessions.renewSession",
    ends: ["sessions.endSession"],
    tokenIn: (body) => callerIn(body as CallerAnswer).session?.csrf_token,
    userIn: (body) => callerIn(body as CallerAnswer).subject,
  });
}

interface CallerAnswer {
  readonly subject?: string;
  readonly session?: { readonly csrf_token: string } | null;
  /** Of a sign-in that takes several questions; null until it is finished. */
  readonly caller?: CallerAnswer | null;
}

function callerIn(answer: CallerAnswer): CallerAnswer {
  return answer.caller ?? answer;
}

/**
 * @example
 * const registry = registryClient({ baseUrl: "http://127.0.0.1:8080" });
 * for await (const { server } of registry.servers.listServers.each({ version: "latest" })) console.log(server.name);
 */
export function registryClient(options: RegistryOptions): RegistryApi {
  const { token, auth } = options;
  const askCurrent = async (signal?: AbortSignal): Promise<void> => {
    const call = { operation: "sessions.getCaller", row: operations.sessions.getCaller, params: {} };
    await send(service, options, { ...call, options: signal ? { signal } : {} });
  };
  const service: Service = {
    name: "registry",
    parametersIn: "query",
    hasEnvelope: false,
    async authorize({ headers }: { readonly headers: Record<string, string> }) {
      const text = typeof token === "function" ? await token() : token;
      if (text !== undefined) headers["authorization"] = `Bearer ${text}`;
    },
    parse: (text: string): unknown => JSON.parse(text),
    readError(body: unknown) {
      const { error } = (body ?? {}) as { readonly error?: unknown };
      return typeof error === "string" ? { message: error } : undefined;
    },
    ...(auth && sessionMembers(auth, askCurrent)),
  };
  return buildApi({ service, client: options }, operations);
}
