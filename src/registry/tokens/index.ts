/** The door of the tokens area. */
export { githubDeviceLogin, type GithubDeviceLogin } from "./browser/github-device.ts";
export { askIssuerPlaces } from "./browser/issuer-places.ts";
export { callbackUrlOf, openidLogin, type OpenidLogin } from "./browser/openid-code.ts";
export { halfLogin } from "./core/half-login.ts";
export { closedAnonymous } from "./exchanges/exchange-anonymous.ts";
export { loginOf, type Caller, type TokenActor } from "./core/actor.ts";
export { couldMatch } from "./core/could-match.ts";
export { buildPermissionText, mayAdminister, mayEdit, mayPublish, parsePattern } from "./core/permissions.ts";
export { tokenErrors, unauthorized } from "./errors.ts";
export { askIssuer } from "./exchanges/issuer-keys.ts";
export { systemTxtResolver } from "./exchanges/txt-resolver.ts";
export type { TokenStore } from "./store.ts";
export { tokenSettings, type TokenConfig } from "./settings.ts";
export { makeTokens, type TokenDeps, type Tokens } from "./tokens.ts";
