/** How API keys are shown, and what may be said of them. */
import { Type, type Static } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import { ACCESSES } from "../caller.ts";
import { id, NOT_BLANK, seconds } from "../shapes.ts";
import type { ApiKey } from "./api-key.ts";

export const label = Type.String({
  minLength: 2,
  maxLength: 100,
  pattern: NOT_BLANK,
  description: "To tell keys apart",
});

export const addresses = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 50,
  description: "Addresses and CIDR ranges that requests may come from; empty for any",
});

export const allowBearer = Type.Boolean({
  description: "Whether `Authorization: Bearer <key>.<secret>` is taken, without a signature",
});

export const strict = Type.Boolean({
  description: "Whether signatures must cover path, body and expiry (path, body_sha256 and exp)",
});

export const keyId = Type.String({ pattern: "^[0-9]{1,15}$", maxLength: 15, description: "Id of the key, as listed" });

export const keyView = Type.Object(
  {
    id,
    label: Type.String(),
    key: Type.String({ description: "First and last four characters" }),
    access: Type.Enum([...ACCESSES]),
    addresses: Type.Array(Type.String()),
    allow_bearer: Type.Boolean(),
    strict: Type.Boolean(),
    created_at: seconds,
    last_used: Type.Union([seconds, Type.Null()], { description: "Exact to about a minute" }),
  },
  { title: "ApiKey" },
);

/** A key without its middle, and without what its secret is. */
export function viewKey(key: ApiKey): Static<typeof keyView> {
  return {
    id: String(key.id),
    label: key.label,
    key: `${key.key.slice(0, 4)}...${key.key.slice(-4)}`,
    access: key.access,
    addresses: [...key.addresses],
    allow_bearer: key.allowBearer,
    strict: key.isStrict,
    created_at: toSeconds(key.createdAt),
    last_used: key.lastUsedAt === null ? null : toSeconds(key.lastUsedAt),
  };
}

/** A form says "none" by one that is empty. */
export function withoutBlanks(list: readonly string[]): string[] {
  return list.filter((entry) => entry.trim() !== "");
}
