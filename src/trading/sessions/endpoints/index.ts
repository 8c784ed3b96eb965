/** The endpoints of sessions. */
import { activeSessions } from "./active-sessions.ts";
import { closeAccount } from "./close-account.ts";
import { current } from "./current.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";

export const sessionEndpoints = [activeSessions, login, logout, current, closeAccount] as const;
