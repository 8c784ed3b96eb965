/** The pages of the player lookup. */
import type { PageEntry } from "../../shell/pages.ts";
import { texts } from "../../say.ts";

const T = texts.players;

export const PLAYERS_PAGES: readonly PageEntry[] = [
  {
    path: "/console/players/live",
    title: T.live.title,
    view: async () => (await import("./live/live.tsx")).Live,
  },
  {
    path: "/console/players/hours",
    title: T.hours.title,
    view: async () => (await import("./hours/hours.tsx")).Hours,
  },
  {
    path: "/console/players/search",
    title: T.search.title,
    view: async () => (await import("./search/search.tsx")).Search,
  },
  {
    path: "/console/players/leaderboards",
    title: T.leaderboards.title,
    needs: "history",
    view: async () => (await import("./leaderboards/leaderboards.tsx")).Leaderboards,
  },
  {
    path: "/console/players/export",
    title: T.export.title,
    needs: "admin",
    view: async () => (await import("./export/export.tsx")).Export,
  },
  {
    path: "/console/players/admin",
    title: T.admin.title,
    needs: "admin",
    view: async () => (await import("./admin/admin.tsx")).Admin,
  },
  {
    path: "/console/players/players/:id",
    view: async () => (await import("./player/player.tsx")).Player,
  },
  {
    path: "/console/players/tribes/:id",
    view: async () => (await import("./tribe/tribe.tsx")).Tribe,
  },
  {
    path: "/console/players/sign-in",
    view: async () => (await import("./sign-in/sign-in.tsx")).SignIn,
  },
];
