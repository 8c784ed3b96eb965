/** An account's books on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { TradeBooks } from "../store.ts";
import { listIncomplete, listStrategyPositions } from "./strategy-positions.ts";
import { countTrades } from "./count-trades.ts";
import { countProfileUnvalued, listProfilePositions } from "./read-profiles.ts";
import {
  countStrategies,
  kindsOf,
  listDays,
  listExchanges,
  listHeld,
  listStrategies,
  listUnvalued,
  readCommissions,
  readSums,
} from "./read-results.ts";

export function tradeBooks(db: Database): TradeBooks {
  return {
    kindsOf: (ownerUid) => kindsOf(db, ownerUid),
    countTrades: (view, limit) => countTrades(db, view, limit),
    sums: (view) => readSums(db, view),
    commissions: (view) => readCommissions(db, view),
    byDay: (view, limit) => listDays(db, view, limit),
    byExchange: (view) => listExchanges(db, view),
    byStrategy: (view, page) => listStrategies(db, view, page),
    countStrategies: (view) => countStrategies(db, view),
    held: (view) => listHeld(db, view),
    strategyPositions: (ownerUid, strategyIds) => listStrategyPositions(db, ownerUid, strategyIds),
    incomplete: (ownerUid, strategyIds) => listIncomplete(db, ownerUid, strategyIds),
    unvalued: (view) => listUnvalued(db, view),
    profilePositions: (ownerUid, profileIds) => listProfilePositions(db, ownerUid, profileIds),
    profileUnvalued: (ownerUid, profileIds) => countProfileUnvalued(db, ownerUid, profileIds),
  };
}
