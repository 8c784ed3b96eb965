/** `tripod players key ...`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import type { KeyLimits, ShownKey } from "../../players/keys/index.ts";
import { writeJson } from "../write-json.ts";
import { withKeys } from "./with-keys.ts";

export interface LimitOptions {
  readonly requests?: number;
  readonly per?: number;
}

export interface NewKeyOptions extends LimitOptions {
  readonly name: string;
  readonly scope: string;
  readonly expires: string;
  readonly json: boolean;
}

export async function create(options: NewKeyOptions): Promise<void> {
  const { createKey, shownKey } = await import("../../players/keys/index.ts");
  const { name, scope, expires, json } = options;
  const limits = limitsOf(options);
  const { key, stored } = await withKeys((deps) => createKey(deps, { name, scope, expires, limits }));
  const shown = shownKey(stored, stored.createdAt);
  if (json) {
    writeJson({ key, ...shown });
    return;
  }
  // The key alone goes to standard output, so that KEY=$(tripod players key create ...) works.
  process.stdout.write(`${key}\n`);
  process.stderr.write(`${lineOf(shown)}\nThe key is shown only now.\n`);
}

export async function list({ json }: { json: boolean }): Promise<void> {
  const { shownKey } = await import("../../players/keys/index.ts");
  const shown = await withKeys(async ({ keys, clock }) => (await keys.list()).map((key) => shownKey(key, clock.now())));
  if (json) {
    writeJson(shown);
    return;
  }
  if (shown.length === 0) process.stderr.write("There are no keys.\n");
  for (const each of shown) process.stdout.write(`${lineOf(each)}\n`);
}

export async function limit(id: string, options: LimitOptions & { readonly default: boolean }): Promise<void> {
  const { limitKey } = await import("../../players/keys/index.ts");
  const limits = limitsOf(options);
  if ((limits === null) !== options.default) {
    throw new UserError("Say how much: --requests 60 --per 12, or else --default.");
  }
  await withKeys((deps) => limitKey(deps, id, limits));
  process.stdout.write(`${id}: ${limitText(limits)}\n`);
}

export async function expire(id: string, when: string): Promise<void> {
  const { expireKey } = await import("../../players/keys/index.ts");
  const at = await withKeys((deps) => expireKey(deps, id, when));
  process.stdout.write(`${id}: ${at === null ? "never expires" : `expires ${formatInstant(at)}`}\n`);
}

export async function change(what: "enable" | "disable" | "revoke", id: string): Promise<void> {
  const { enableKey, revokeKey } = await import("../../players/keys/index.ts");
  await withKeys((deps) => (what === "revoke" ? revokeKey(deps, id) : enableKey(deps, id, what === "enable")));
  process.stdout.write(`${id}: ${what}d\n`);
}

function limitsOf({ requests, per }: LimitOptions): KeyLimits | null {
  if ((requests === undefined) !== (per === undefined)) {
    throw new UserError("--requests and --per belong together: so many requests in so many seconds.");
  }
  return requests === undefined || per === undefined ? null : { requests, windowSeconds: per };
}

function lineOf(key: ShownKey): string {
  const standing = key.standing === "inForce" ? "enabled" : key.standing;
  const limits =
    key.requests === null || key.windowSeconds === null
      ? null
      : { requests: key.requests, windowSeconds: key.windowSeconds };
  const expires = key.expiresAt === null ? "never expires" : `expires ${key.expiresAt}`;
  const used = key.lastUsedAt === null ? "never used" : `used ${key.lastUsedAt}`;
  return [key.id, `${key.hint}...`, key.scope, standing, limitText(limits), expires, used, key.name].join("  ");
}

function limitText(limits: KeyLimits | null): string {
  return limits === null ? "the service's limit" : `${limits.requests} requests in ${limits.windowSeconds} s`;
}
