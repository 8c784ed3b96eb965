/** The endpoints of sessions. */
import { beginGithubDevice } from "./begin-github-device.ts";
import { beginOpenid } from "./begin-openid.ts";
import { beginSession } from "./begin-session.ts";
import { endSession } from "./end-session.ts";
import { finishOpenid } from "./finish-openid.ts";
import { getCaller } from "./get-caller.ts";
import { listLogins } from "./list-logins.ts";
import { pollGithubDevice } from "./poll-github-device.ts";
import { renewSession } from "./renew-session.ts";

export const sessionEndpoints = [
  listLogins,
  getCaller,
  beginSession,
  endSession,
  renewSession,
  beginOpenid,
  finishOpenid,
  beginGithubDevice,
  pollGithubDevice,
] as const;
