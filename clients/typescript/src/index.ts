/** All three services. A program that uses one imports `@tripod/client/registry`, `/players` or `/trading`. */
export { TripodError, type FailureKind } from "./errors.ts";
export { playersClient, session as playersSession, type PlayersClient, type PlayersOptions } from "./players.ts";
export { registryClient, session as registrySession, type RegistryOptions } from "./registry.ts";
export { bearer, session, signed, tradingClient, type TradingClient, type TradingOptions } from "./trading.ts";
