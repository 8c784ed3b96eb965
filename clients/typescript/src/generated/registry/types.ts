// Made by scripts/generate.js from the OpenAPI document. Do not edit.
export type * from "./schemas.ts";
export type * from "./servers.ts";
export type * from "./publishing.ts";
export type * from "./sync.ts";
export type * from "./tokens.ts";
export type * from "./sessions.ts";
export type * from "./system.ts";
export type * from "./webhooks.ts";
export type * from "./audit.ts";
