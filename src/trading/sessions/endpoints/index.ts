/** The endpoints of sessions. */
import { activeSessions } from "./active-sessions.ts";
import { closeAccount } from "./close-account.ts";
import { createPushTicket } from "./create-push-ticket.ts";
import { current } from "./current.ts";
import { demoLogin } from "./demo-login.ts";
import { login } from "./login.ts";
import { logins } from "./logins.ts";
import { logout } from "./logout.ts";

export const sessionEndpoints = [
  activeSessions,
  logins,
  login,
  demoLogin,
  logout,
  current,
  createPushTicket,
  closeAccount,
] as const;
