/** Where issuers send browsers back. Its address is registered at them, so it stands apart from the services' pages. */
import type { PageEntry } from "./pages.ts";

export const CALLBACK: PageEntry = {
  path: "/console/callback",
  view: async () => (await import("../pages/registry/session/callback.tsx")).Callback,
};
