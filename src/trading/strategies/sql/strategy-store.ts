/** Tabs, profiles, strategies, templates and books on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { StrategyRunStore } from "../run-store.ts";
import type { StrategyStore } from "../store.ts";
import { addBook, editBook, listBooks, removeBook } from "./books.ts";
import { addProfile, editProfile, readChangeable, readTemplate, removeProfile } from "./change-profiles.ts";
import { addTemplate, duplicate, findTemplate, listTemplates, removeTemplate } from "./copy-strategies.ts";
import { listMarketTotals, listRowResults } from "./overview.ts";
import { countInView, countStrategies, findProfile, listActive, listPlaces, pageStrategies } from "./read-profiles.ts";
import { listProfiles } from "./list-profiles.ts";
import { listOpenOrders, listStoppable, resetStrategy, startRun, stopRun } from "./run-strategies.ts";
import { askDebug, countTransactions, pageTransactions, readDebug } from "./transactions.ts";
import { addTab, editTab, listTabs, removeTab, setOrder, setTab } from "./tabs.ts";

export function strategyStore(db: Database): StrategyStore & StrategyRunStore {
  return {
    addTab: (by, name) => db.transaction((tx) => addTab(tx, by, name)),
    editTab: (by, id, name) => db.transaction((tx) => editTab(tx, by, id, name)),
    removeTab: (by, id) => db.transaction((tx) => removeTab(tx, by, id)),
    setTab: (by, profileId, tabId) => db.transaction((tx) => setTab(tx, by, profileId, tabId)),
    listTabs: (view) => listTabs(db, view),
    addProfile: (by, profile, maximum, values) =>
      db.transaction((tx) => addProfile(tx, by, { profile, values }, maximum)),
    listProfiles: (view) => db.snapshot((tx) => listProfiles(tx, view)),
    findProfile: (view, id) => db.snapshot((tx) => findProfile(tx, view, id)),
    readChangeable: (by, id) => db.snapshot((tx) => readChangeable(tx, by, id)),
    editProfile: (by, id, change) => db.transaction((tx) => editProfile(tx, by, id, change)),
    removeProfile: (by, id) => db.transaction((tx) => removeProfile(tx, by, id)),
    duplicate: (by, copy, maximum) => db.transaction((tx) => duplicate(tx, by, copy, maximum)),
    pageStrategies: (view, page) =>
      db.snapshot(async (tx) => ({
        strategies: await pageStrategies(tx, view, page),
        total: await countInView(tx, view),
      })),
    listActive: (view) => listActive(db, view),
    countStrategies: (uids) => countStrategies(db, uids),
    readOrder: async (view) => (await listPlaces(db, view)).map(({ id }) => id),
    setOrder: (by, ids) => db.transaction((tx) => setOrder(tx, by, ids)),
    start: (by, id, begin) => db.transaction((tx) => startRun(tx, by, id, begin)),
    stop: (by, id, wish) => db.transaction((tx) => stopRun(tx, by, id, wish)),
    listOpenOrders: (id) => listOpenOrders(db, id),
    listStoppable: (by, afterId) => listStoppable(db, by, afterId),
    hardReset: (by, id) => db.transaction((tx) => resetStrategy(tx, by, id)),
    pageTransactions: (view, asked) =>
      db.snapshot(async (tx) => ({
        transactions: await pageTransactions(tx, view, asked),
        total: await countTransactions(tx, view, asked),
      })),
    listRowResults: (view, ids) => listRowResults(db, view, ids),
    listMarketTotals: (view, asked) => listMarketTotals(db, view, asked),
    askDebug: (view, id, nowMs) => askDebug(db, view, id, nowMs),
    readDebug: (runId, sinceMs) => readDebug(db, runId, sinceMs),
    addTemplate: (by, strategyId, label, maximum) =>
      db.transaction((tx) => addTemplate(tx, by, { strategyId, label, maximum })),
    removeTemplate: (by, id) => db.transaction((tx) => removeTemplate(tx, by, id)),
    readTemplate: (by, id) => db.transaction((tx) => readTemplate(tx, by, id)),
    listTemplates: (view) => listTemplates(db, view),
    findTemplate: (view, id) => findTemplate(db, view, id),
    listBooks: (view) => listBooks(db, view),
    addBook: (by, book) => db.transaction((tx) => addBook(tx, by, book)),
    editBook: (by, id, change) => db.transaction((tx) => editBook(tx, by, id, change)),
    removeBook: (by, id) => db.transaction((tx) => removeBook(tx, by, id)),
  };
}
