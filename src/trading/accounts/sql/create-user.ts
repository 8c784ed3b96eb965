/** Makes users: main accounts and sub-accounts. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Caller, SubaccountRights } from "../../caller.ts";
import { accountErrors } from "../errors.ts";

export interface NewUser {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  /** Since when the address is known to be the user's; left out until the user has verified it. */
  readonly emailVerifiedAt?: Instant | undefined;
  /** From `hashPassword`. */
  readonly passwordHash: string;
  /** Default `user`. */
  readonly role?: Caller["role"];
  /** With `rights`, for a sub-account: whose. */
  readonly ownerId?: number;
  readonly rights?: SubaccountRights;
  /** Uid of who brought the user here. */
  readonly referredBy?: number;
  readonly at: Instant;
}

/**
 * Adds a user and answers the uid.
 *
 * @throws accountErrors.usernameTaken when a user has this name, in any case; accountErrors.badUsername for a name
 * with an @: it could be the mail address of another user, who logs in by it.
 */
export async function createUser(tx: Transaction, user: NewUser): Promise<number> {
  if (user.username.includes("@")) throw accountErrors.badUsername();
  const [row] = await tx.query<{ id: number }>({
    name: "trading.createUser",
    text: `insert into trading.users (owner_id, role, username, name, email, password_hash, password_changed_at,
        referral_code, referred_by, created_at, rights, email_verified_at)
      values ($1, $2, $3, $4, $5, $6, $7::timestamptz, substr(replace(gen_random_uuid()::text, '-', ''), 1, 12), $8,
        $7::timestamptz, $9::jsonb, $10)
      on conflict (lower(username)) do nothing
      returning id`,
    values: [
      user.ownerId ?? null,
      user.role ?? "user",
      user.username,
      user.name,
      user.email,
      user.passwordHash,
      timestamp(user.at),
      user.referredBy ?? null,
      user.rights === undefined ? null : JSON.stringify(user.rights),
      user.emailVerifiedAt === undefined ? null : timestamp(user.emailVerifiedAt),
    ],
  });
  if (!row) throw accountErrors.usernameTaken({ username: user.username });
  return row.id;
}
