/** The door of exports: tables of a user's trading as files, made in the background. */
export type { ExportSystem } from "./core/export-record.ts";
export type { ExportRows, ExportSource } from "./rows.ts";
