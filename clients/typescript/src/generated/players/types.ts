// Made by scripts/generate.js from the OpenAPI document. Do not edit.
export type * from "./schemas.ts";
export type * from "./search.ts";
export type * from "./profiles.ts";
export type * from "./tribes.ts";
export type * from "./presence.ts";
export type * from "./sessions.ts";
export type * from "./system.ts";
export type * from "./cluster.ts";
export type * from "./keys.ts";
export type * from "./webhooks.ts";
export type * from "./privacy.ts";
export type * from "./audit.ts";
