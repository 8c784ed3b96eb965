/** Signing in, and the pages of the account. */
import type { PageEntry } from "../../../shell/pages.ts";
import { texts } from "../../../say.ts";

const ACCOUNT = "/console/trading/account";

export const ACCOUNT_PAGES: readonly PageEntry[] = [
  { path: "/console/trading/sign-in", view: async () => (await import("./sign-in.tsx")).SignIn },
  { path: "/console/trading/sign-up", view: async () => (await import("./sign-up.tsx")).SignUp },
  {
    path: "/console/trading/forgotten-password",
    view: async () => (await import("./forgotten-password.tsx")).ForgottenPassword,
  },
  { path: "/console/trading/reset-password", view: async () => (await import("./mail-pages.tsx")).ResetPassword },
  { path: "/console/trading/verify-email", view: async () => (await import("./mail-pages.tsx")).VerifyEmail },
  { path: "/console/trading/change-email", view: async () => (await import("./mail-pages.tsx")).ChangeEmail },
  { path: "/console/trading/set-up-second-factor", view: async () => (await import("./set-up-page.tsx")).SetUpPage },
  {
    path: ACCOUNT,
    title: texts.trading.account.title,
    needs: "session",
    view: async () => (await import("./profile.tsx")).Profile,
  },
  { path: `${ACCOUNT}/security`, needs: "session", view: async () => (await import("./security.tsx")).Security },
  { path: `${ACCOUNT}/sessions`, needs: "session", view: async () => (await import("./sessions.tsx")).Sessions },
  { path: `${ACCOUNT}/api-keys`, needs: "session", view: async () => (await import("./api-keys.tsx")).ApiKeys },
  { path: `${ACCOUNT}/history`, needs: "session", view: async () => (await import("./history.tsx")).History },
];
