/**
 * The first credentials of a new installation: the first token of the registry, key of the lookup, and user of the
 * trading platform.
 */
import { UserError } from "../../kit/errors/user-error.ts";
import type { Platform } from "../../kit/platform.ts";
import { DAY_SECONDS } from "../../kit/time/spans.ts";
import type { KeyDeps } from "../../players/keys/index.ts";
import type { Registry } from "../../registry/build.ts";
import type { Trading } from "../../trading/build.ts";
import { withKeys } from "../players/with-keys.ts";
import { withRegistry } from "../registry/with-registry.ts";
import type { ServiceName } from "../services.ts";
import { refusalsAsText } from "../trading/refusals-as-text.ts";
import { withTrading } from "../trading/with-trading.ts";
import type { Answers } from "./questions.ts";

export interface FirstAccess {
  /** Shown this once. */
  readonly secrets: readonly { readonly name: string; readonly value: string }[];
  /** Why none was made. */
  readonly note?: string;
  /** A request that shows something, as a command of a shell. */
  readonly request: string;
}

const FIRST_TOKEN_DAYS = 30;

/** What has been begun is brought to its end: a credential that was made and not shown would be lost. */
const NEVER = new AbortController().signal;

/** @param url where the service will listen */
export function makeFirstAccess(service: ServiceName, answers: Answers, url: string): Promise<FirstAccess> {
  return MAKERS[service](url, answers);
}

const MAKERS: Readonly<Record<ServiceName, (url: string, answers: Answers) => Promise<FirstAccess>>> = {
  registry: makeFirstToken,
  players: makeFirstKey,
  trading: makeFirstUser,
};

async function makeFirstToken(url: string, { "private-reads": privateReads }: Answers): Promise<FirstAccess> {
  const isPrivate = privateReads === "yes";
  const actions = ["publish", "edit", ...(isPrivate ? (["read"] as const) : [])] as const;
  const issueFirst = async ({ deps }: Registry) => {
    if ((await deps.tokens.listIssued({ all: true, limit: 1 })).length > 0) return undefined;
    await deps.tokens.start();
    return deps.tokens.issue({
      method: "operator",
      subject: "first token",
      permissions: actions.map((action) => ({ action, resource: "*" })),
      ttlSeconds: FIRST_TOKEN_DAYS * DAY_SECONDS,
    });
  };
  const issued = await withRegistry(issueFirst, { signal: NEVER });
  const request = `'${url}/v0.1/servers?limit=3'`;
  if (!issued) return { secrets: [], note: already("tokens", "registry token"), request: `curl ${request}` };
  const { token } = issued;
  return {
    secrets: [{ name: `Registry token (${FIRST_TOKEN_DAYS} days, may publish everything)`, value: token }],
    request: `curl ${isPrivate ? `-H 'Authorization: Bearer ${token}' ` : ""}${request}`,
  };
}

async function makeFirstKey(url: string): Promise<FirstAccess> {
  const { createKey } = await import("../../players/keys/index.ts");
  const wanted = { name: "first key", scope: "history", expires: "never", limits: null };
  const createFirst = async (deps: KeyDeps) =>
    (await deps.keys.list()).length > 0 ? undefined : createKey(deps, wanted);
  const made = await withKeys(createFirst, NEVER);
  if (!made) return { secrets: [], note: already("keys", "players key create"), request: `curl ${url}/health` };
  const { key } = made;
  return {
    secrets: [{ name: "Players key (scope history)", value: key }],
    request: `curl -H 'Authorization: ${key}' ${url}/Servers`,
  };
}

async function makeFirstUser(url: string, { user: username = "", email = "" }: Answers): Promise<FirstAccess> {
  const { addKey, addUser } = await import("../../trading/operator.ts");
  const { listUsers } = await import("../../trading/accounts/index.ts");
  const addFirst = async (platform: Platform, trading: Trading): Promise<FirstAccess> => {
    if ((await listUsers(platform.db, { limit: 1 })).length > 0) {
      const request = `curl ${url}/api/v2/system/exchanges`;
      return { secrets: [], note: already("users", "trading user create"), request };
    }
    const password = Buffer.from(platform.random.bytes(15)).toString("base64url");
    const made = await refusalsAsText(() =>
      addUser(platform, { username, name: username, email, password, role: "user" }),
    );
    if (typeof made !== "number") throw new UserError(`${made.problem}.`);
    const wanted = { label: "first key", access: "trade", allowBearer: true } as const;
    const key = await refusalsAsText(() => addKey(platform, trading.deps.apiKeys, made, wanted));
    if (!key) throw new UserError(`There is no user ${made}, or it is closed or disabled.`);
    const bearer = `${key.key}.${key.secret}`;
    return {
      secrets: [
        { name: `Password of ${username}`, value: password },
        { name: "Trading key (may trade, not withdraw)", value: bearer },
      ],
      request: `curl -H 'Authorization: Bearer ${bearer}' ${url}/api/v2/subscriptions/details`,
    };
  };
  return withTrading(addFirst, NEVER);
}

function already(what: string, command: string): string {
  return `This database has ${what} already, so none was made. More: tripod ${command} --help`;
}
