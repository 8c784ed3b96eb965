/** The door of exports: tables of somebody's trading as files, made in the background. */
export type { MakeExportDeps } from "./make-export.ts";
export type { ExportRows } from "./rows.ts";
export type { ExportDeps } from "./store.ts";
