// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { OperationTable } from "../../operation.ts";

export const operations = {
  servers: {
    listServers: ["GET", "/v0.1/servers", "read", {"paging":{"by":"cursor","list":"servers"}}],
    countServers: ["GET", "/v0.1/servers/counts", "read"],
    listVersions: ["GET", "/v0.1/servers/{serverName}/versions", "read"],
    getVersion: ["GET", "/v0.1/servers/{serverName}/versions/{version}", "read"],
    deleteVersion: ["DELETE", "/v0.1/servers/{serverName}/versions/{version}", "once"],
    updateStatus: ["PATCH", "/v0.1/servers/{serverName}/versions/{version}/status", "once", {"body":"document"}],
    updateAllStatuses: ["PATCH", "/v0.1/servers/{serverName}/status", "once", {"body":"document"}],
  },
  publishing: {
    editVersion: ["PUT", "/v0.1/servers/{serverName}/versions/{version}", "once", {"body":"document"}],
    publishServer: ["POST", "/v0.1/publish", "once", {"body":"document"}],
    validateServer: ["POST", "/v0.1/validate", "once", {"body":"document"}],
  },
  sync: {
    exportServers: ["GET", "/v0.1/export", "read", {"answer":"lines"}],
    showMirror: ["GET", "/v0.1/admin/mirror", "read"],
  },
  tokens: {
    exchangeDns: ["POST", "/v0.1/auth/dns", "once", {"body":"document"}],
    exchangeHttp: ["POST", "/v0.1/auth/http", "once", {"body":"document"}],
    exchangeGithubToken: ["POST", "/v0.1/auth/github-at", "once", {"body":"document"}],
    exchangeGithubOidc: ["POST", "/v0.1/auth/github-oidc", "once", {"body":"document"}],
    exchangeOidc: ["POST", "/v0.1/auth/oidc", "once", {"body":"document"}],
    exchangeAnonymous: ["POST", "/v0.1/auth/none", "once"],
    createToken: ["POST", "/v0.1/admin/tokens", "once", {"body":"document"}],
    listTokens: ["GET", "/v0.1/admin/tokens", "read", {"paging":{"by":"cursor","list":"tokens"}}],
    revokeToken: ["DELETE", "/v0.1/admin/tokens/{tokenId}", "once"],
    listKeys: ["GET", "/v0.1/admin/keys", "read"],
  },
  sessions: {
    listLogins: ["GET", "/v0.1/auth", "read"],
    getCaller: ["GET", "/v0.1/auth/me", "read"],
    beginSession: ["POST", "/v0.1/auth/session", "once", {"body":"document"}],
    endSession: ["DELETE", "/v0.1/auth/session", "once"],
    renewSession: ["POST", "/v0.1/auth/session/renew", "once"],
    beginOpenid: ["POST", "/v0.1/auth/openid", "once"],
    finishOpenid: ["POST", "/v0.1/auth/openid/finish", "once", {"body":"document"}],
    beginGithubDevice: ["POST", "/v0.1/auth/github-device", "once"],
    pollGithubDevice: ["POST", "/v0.1/auth/github-device/poll", "once"],
  },
  system: {
    getHealth: ["GET", "/v0.1/health", "read"],
    ping: ["GET", "/v0.1/ping", "read"],
    getProgramVersion: ["GET", "/v0.1/version", "read"],
    checkProgram: ["GET", "/v0.1/admin/check", "read"],
  },
  webhooks: {
    createWebhook: ["POST", "/v0.1/admin/webhooks", "once", {"body":"document"}],
    listWebhooks: ["GET", "/v0.1/admin/webhooks", "read"],
    editWebhook: ["PATCH", "/v0.1/admin/webhooks/{id}", "once", {"body":"document"}],
    deleteWebhook: ["DELETE", "/v0.1/admin/webhooks/{id}", "once"],
    listDeliveries: ["GET", "/v0.1/admin/deliveries", "read", {"paging":{"by":"cursor","list":"deliveries"}}],
    redeliver: ["POST", "/v0.1/admin/deliveries/{id}/redeliver", "once"],
  },
  audit: {
    listAudit: ["GET", "/v0.1/admin/audit", "read", {"paging":{"by":"cursor","list":"entries"}}],
    getEntry: ["GET", "/v0.1/admin/audit/{id}", "read"],
  },
} as const satisfies OperationTable;
