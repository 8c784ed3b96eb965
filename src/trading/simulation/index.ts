/** The door of the simulation: venues whose traders and prices are made up, for exchanges that are not real. */
export type { Command, EngineEvent, EngineOrder, OrderKey, PlaceCommand, RejectReason } from "./core/commands.ts";
export { createMatching } from "./core/matching-engine.ts";
export type { KeptAccount, RestoringMatching } from "./core/kept-account.ts";
export { CANDLE_INTERVALS } from "./core/synthetic-candles.ts";
export { SIMULATED_CODES, simulatedWorld } from "./simulated-world.ts";
export type { Venue } from "./venue.ts";
