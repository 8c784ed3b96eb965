/** The pages of the trading platform. */
import type { PageEntry } from "../../shell/pages.ts";

export const TRADING_PAGES: readonly PageEntry[] = [
  {
    path: "/console/trading/sign-in",
    view: async () => (await import("./account/sign-in.tsx")).SignIn,
  },
];
