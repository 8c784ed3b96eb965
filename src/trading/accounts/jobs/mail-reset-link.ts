import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { mailResetLinks, type AccountJobDeps } from "../mail-links.ts";

/** Done in the background, so that asking takes the same time whether there is such a user or not. */
export const mailResetLinkJob = job({
  name: "trading.mailResetLink",
  about: "Mails a link to set a new password to the user who was named, if there is one.",
  input: Type.Object({ login: Type.String({ minLength: 1, maxLength: 320 }) }),
  retry: { maxAttempts: 5 },
  timeoutMs: 30_000,

  run: (deps: AccountJobDeps, { login }) => mailResetLinks(deps, login),
});
