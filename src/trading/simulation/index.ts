/** The door of the simulation: venues whose traders and prices are made up, for exchanges that are not real. */
export type {
  Command,
  EngineEvent,
  EngineOrder,
  Matching,
  OrderKey,
  PlaceCommand,
  RejectReason,
} from "./core/commands.ts";
export { createMatching } from "./core/matching-engine.ts";
export { CANDLE_INTERVALS } from "./core/synthetic-candles.ts";
export { simulatedWorld } from "./simulated-world.ts";
export type { Venue } from "./venue.ts";
