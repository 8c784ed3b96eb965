// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { OperationTable } from "../../operation.ts";

export const longIntegers = ["Id","Owner","PlayerId"];

export const operations = {
  search: {
    searchNames: ["GET", "/Search", "read", {"paging":{"by":"link"}}],
  },
  profiles: {
    getPlayer: ["GET", "/Player/{id}", "read"],
    findPlayer: ["GET", "/Player", "read"],
    listNames: ["GET", "/Player/{id}/Names", "read", {"paging":{"by":"link"}}],
    listBans: ["GET", "/Player/{id}/Bans", "read", {"paging":{"by":"link"}}],
    showPlugins: ["GET", "/Player/{id}/Plugins", "read"],
    showLeaderboard: ["GET", "/Leaderboard", "read"],
  },
  tribes: {
    getTribe: ["GET", "/Tribe/{id}", "read"],
    findTribe: ["GET", "/Tribe", "read"],
    listLog: ["GET", "/Tribe/{id}/Log", "read", {"paging":{"by":"before","of":"Number"}}],
    listMembers: ["GET", "/Tribe/{id}/Members", "read", {"paging":{"by":"link","list":"History"}}],
  },
  presence: {
    listOnline: ["GET", "/Online", "read"],
    streamEvents: ["GET", "/Online/Events", "read", {"answer":"events"}],
    createTicket: ["POST", "/Online/Events/Ticket", "once"],
    listHours: ["GET", "/Online/Hours", "read"],
    listRecent: ["GET", "/Online/Recent", "read", {"paging":{"by":"link"}}],
    listSessions: ["GET", "/Player/{id}/Sessions", "read", {"paging":{"by":"link","list":"Sessions"}}],
  },
  sessions: {
    getSession: ["GET", "/Session", "read"],
    beginSession: ["POST", "/Session", "once", {"body":"document"}],
    endSession: ["DELETE", "/Session", "once"],
    getCaller: ["GET", "/Me", "read"],
  },
  system: {
    listServers: ["GET", "/Servers", "read"],
    exportPlayers: ["GET", "/Export", "read", {"answer":"chunks"}],
    checkProgram: ["GET", "/Check", "read"],
  },
  cluster: {
    addServer: ["POST", "/Servers", "once", {"body":"document"}],
    getCluster: ["GET", "/Cluster", "read"],
    examineSources: ["GET", "/Doctor", "read"],
    editServer: ["PATCH", "/Server/{key}", "once", {"body":"document"}],
    removeServer: ["DELETE", "/Server/{key}", "once"],
  },
  keys: {
    listKeys: ["GET", "/Keys", "read"],
    createKey: ["POST", "/Keys", "once", {"body":"document"}],
    editKey: ["PATCH", "/Key/{id}", "once", {"body":"document"}],
    revokeKey: ["DELETE", "/Key/{id}", "once"],
  },
  webhooks: {
    listWebhooks: ["GET", "/Webhooks", "read"],
    createWebhook: ["POST", "/Webhooks", "once", {"body":"document"}],
    listDeliveries: ["GET", "/Webhooks/Deliveries", "read", {"paging":{"by":"before","of":"Number"}}],
    redeliver: ["POST", "/Webhooks/Delivery/{id}/Redeliver", "once"],
    editWebhook: ["PATCH", "/Webhook/{id}", "once", {"body":"document"}],
    deleteWebhook: ["DELETE", "/Webhook/{id}", "once"],
  },
  privacy: {
    findPerson: ["GET", "/Person/{id}", "read"],
    setOptOut: ["POST", "/Player/{id}/OptOut", "once", {"body":"document"}],
    erasePerson: ["POST", "/Person/{id}/Erase", "once", {"body":"document"}],
  },
  audit: {
    listAudit: ["GET", "/Audit", "read", {"paging":{"by":"before","of":"Number"}}],
  },
} as const satisfies OperationTable;
