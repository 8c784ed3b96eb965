/** The door of exports: tables of somebody's trading as files, made in the background. */
export type { ExportRows } from "./rows.ts";
