// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { OperationTable } from "../../operation.ts";

export const longIntegers = ["Id","Owner"];

export const operations = {
  search: {
    searchNames: ["GET", "/Search", "read", {"paging":{"by":"link"}}],
  },
  profiles: {
    getPlayer: ["GET", "/Player/{id}", "read"],
    findPlayer: ["GET", "/Player", "read"],
    listNames: ["GET", "/Player/{id}/Names", "read"],
    showLeaderboard: ["GET", "/Leaderboard", "read"],
  },
  tribes: {
    getTribe: ["GET", "/Tribe/{id}", "read"],
    findTribe: ["GET", "/Tribe", "read"],
    listLog: ["GET", "/Tribe/{id}/Log", "read", {"paging":{"by":"before","of":"Number"}}],
    listMembers: ["GET", "/Tribe/{id}/Members", "read"],
  },
  presence: {
    listOnline: ["GET", "/Online", "read"],
    streamEvents: ["GET", "/Online/Events", "read", {"answer":"events"}],
    createTicket: ["POST", "/Online/Events/Ticket", "once"],
    listSessions: ["GET", "/Player/{id}/Sessions", "read"],
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
} as const satisfies OperationTable;
