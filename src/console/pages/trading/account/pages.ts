/** Signing in, and the pages of the account. */
import type { PageEntry } from "../../../shell/pages.ts";
import { texts } from "../../../say.ts";

const ACCOUNT = "/console/trading/account";

export const ACCOUNT_PAGES: readonly PageEntry[] = [
  { path: "/console/trading/sign-in", view: async () => (await import("./sign-in.tsx")).SignIn },
  { path: "/console/trading/sign-up", view: async () => (await import("./sign-up.tsx")).SignUp },
  {
    path: "/console/trading/confirm-sign-up",
    view: async () => (await import("./sign-up.tsx")).ConfirmSignUp,
  },
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
  {
    path: `${ACCOUNT}/alerts`,
    needs: "session",
    view: async () => (await import("../alerts/alerts-page.tsx")).AlertsPage,
  },
  {
    path: `${ACCOUNT}/sub-accounts`,
    needs: "session",
    view: async () => (await import("../subaccounts/subaccounts.tsx")).Subaccounts,
  },
  { path: `${ACCOUNT}/plan`, needs: "session", view: async () => (await import("../plan/plan.tsx")).Plan },
  { path: `${ACCOUNT}/wallet`, needs: "session", view: async () => (await import("../wallet/wallet.tsx")).Wallet },
  { path: `${ACCOUNT}/exports`, needs: "session", view: async () => (await import("./exports.tsx")).Exports },
  { path: `${ACCOUNT}/calendar`, needs: "session", view: async () => (await import("./calendar.tsx")).Calendar },
  { path: `${ACCOUNT}/tickets`, needs: "session", view: async () => (await import("../tickets/tickets.tsx")).Tickets },
  {
    path: `${ACCOUNT}/competitions`,
    needs: "session",
    view: async () => (await import("./competitions.tsx")).Competitions,
  },
  {
    path: `${ACCOUNT}/articles`,
    needs: "session",
    view: async () => (await import("../articles/my-articles.tsx")).MyArticles,
  },
  { path: `${ACCOUNT}/referrals`, needs: "session", view: async () => (await import("./referrals.tsx")).Referrals },
];

const STAFF = "/console/trading/staff";

export const STAFF_PAGES: readonly PageEntry[] = [
  {
    path: `${STAFF}/tickets`,
    title: texts.trading.tickets.staffTitle,
    needs: "staff",
    view: async () => (await import("../staff/staff-tickets.tsx")).StaffTickets,
  },
  {
    path: `${STAFF}/withdrawals`,
    title: texts.trading.withdrawals.title,
    needs: "admin",
    view: async () => (await import("../staff/withdrawals.tsx")).Withdrawals,
  },
  {
    path: `${STAFF}/deposits`,
    title: texts.trading.deposits.title,
    needs: "admin",
    view: async () => (await import("../staff/deposits.tsx")).Deposits,
  },
  {
    path: `${STAFF}/articles`,
    title: texts.trading.articles.title,
    needs: "admin",
    view: async () => (await import("../staff/articles.tsx")).Articles,
  },
  {
    path: `${STAFF}/competitions`,
    title: texts.trading.competitions.staffTitle,
    needs: "admin",
    view: async () => (await import("../staff/competitions.tsx")).StaffCompetitions,
  },
  {
    path: `${STAFF}/announcements`,
    title: texts.trading.announcements.title,
    needs: "admin",
    view: async () => (await import("../staff/announcements.tsx")).Announcements,
  },
  {
    path: `${STAFF}/users`,
    title: texts.trading.users.title,
    needs: "admin",
    view: async () => (await import("../staff/users/users.tsx")).Users,
  },
  {
    path: `${STAFF}/checks`,
    title: texts.checks.pageTitle,
    needs: "admin",
    view: async () => (await import("../staff/checks.tsx")).Checks,
  },
];
