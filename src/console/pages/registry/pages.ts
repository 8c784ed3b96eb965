/** The pages of the registry. */
import type { PageEntry } from "../../shell/pages.ts";
import { texts } from "../../say.ts";

export const REGISTRY_PAGES: readonly PageEntry[] = [
  {
    path: "/console/registry/servers",
    title: texts.registry.servers.title,
    view: async () => (await import("./servers.tsx")).Servers,
  },
  {
    path: "/console/registry/servers/:name",
    view: async () => (await import("./server/server.tsx")).Server,
  },
  {
    path: "/console/registry/servers/:name/versions/:version",
    view: async () => (await import("./server/server.tsx")).Server,
  },
  {
    path: "/console/registry/servers/:name/versions/:version/edit",
    view: async () => (await import("./publish/edit.tsx")).Edit,
  },
  {
    path: "/console/registry/publish",
    title: texts.registry.publish.title,
    view: async () => (await import("./publish/publish.tsx")).Publish,
  },
  {
    path: "/console/registry/operate",
    title: texts.registry.operate.title,
    needs: "admin",
    view: async () => (await import("./operate/operate.tsx")).Operate,
  },
  {
    path: "/console/registry/sign-in",
    view: async () => (await import("./session/sign-in.tsx")).SignIn,
  },
];
