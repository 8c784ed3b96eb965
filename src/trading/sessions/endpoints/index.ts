/** The endpoints of sessions. */
import { activeSessions } from "./active-sessions.ts";
import { closeAccount } from "./close-account.ts";
import { current } from "./current.ts";
import { demoLogin } from "./demo-login.ts";
import { login } from "./login.ts";
import { logins } from "./logins.ts";
import { logout } from "./logout.ts";

export const sessionEndpoints = [activeSessions, logins, login, demoLogin, logout, current, closeAccount] as const;
