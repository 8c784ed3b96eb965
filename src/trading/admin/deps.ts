/** The dependencies of the admins' endpoints. */
import type { ConsoleUrlDeps } from "../accounts/index.ts";
import type { ClockDeps, RandomDeps } from "../platform-deps.ts";
import type { UserAdminStore } from "./store.ts";

export interface UserAdminDeps {
  readonly userAdmin: UserAdminStore;
}

export interface MailStateDeps {
  /** Whether this installation sends mail. */
  readonly hasMail: boolean;
}

/** To issue a link that sets a password. */
export type IssueLinkDeps = UserAdminDeps & MailStateDeps & ConsoleUrlDeps & RandomDeps & ClockDeps;
