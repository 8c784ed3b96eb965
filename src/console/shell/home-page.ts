/** The page at `/console`. It shows the pages of the services, so it stands apart from their table. */
import { texts } from "../say.ts";
import type { PageEntry } from "./pages.ts";

export const HOME: PageEntry = {
  path: "/console",
  title: texts.home.title,
  view: async () => (await import("../pages/home/home.tsx")).Home,
};
