/** The door of the tokens area. */
export type { Caller, Grant, Permission, PermissionAction, TokenActor } from "./core/actor.ts";
export { buildPermissionText, covers, mayEdit, mayPublish, parsePattern } from "./core/permissions.ts";
export { tokenErrors } from "./errors.ts";
export type { HttpFetch, TxtResolver } from "./exchanges/ports.ts";
export { systemTxtResolver } from "./exchanges/txt-resolver.ts";
export { tokenSettings, type TokenConfig } from "./settings.ts";
export type { TokenStore } from "./store.ts";
export { makeTokens, type IssuedToken, type TokenDeps, type Tokens } from "./tokens.ts";
