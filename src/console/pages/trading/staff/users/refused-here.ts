/** What the platform would refuse an admin for certain, and the sentence that says who may do it. */
import type { AdminUser } from "../../../../../../clients/typescript/src/trading.ts";
import type { TradingUser } from "../../../../live/identity.ts";
import { programWords } from "../../../../live/typed.ts";
import { say, texts } from "../../../../say.ts";

const T = texts.trading.users;

export interface RefusedHere {
  /** Whether every change is refused. */
  readonly all: boolean;
  readonly password: boolean;
  readonly twoFactor: boolean;
  readonly why: readonly string[];
}

type Known = Pick<AdminUser, "uid" | "owner_uid" | "role" | "status" | "two_factor">;

export function refusedHere(user: Known, admin: Pick<TradingUser, "uid">): RefusedHere {
  const { uid, owner_uid, role, status, two_factor } = user;
  if (status === "closed") return { all: true, password: true, twoFactor: true, why: [T.isClosed] };
  if ((owner_uid ?? uid) === String(admin.uid)) {
    return { all: true, password: true, twoFactor: true, why: [T.isOwn] };
  }
  if (role === "admin") {
    return {
      all: false,
      password: true,
      twoFactor: true,
      why: [say(T.atCommandLine, { uid, tripod: programWords() })],
    };
  }
  const isDisabled = status === "disabled";
  return { all: false, password: isDisabled, twoFactor: !two_factor, why: isDisabled ? [T.enableFirst] : [] };
}
