// Made by scripts/generate.js from the OpenAPI document. Do not edit.

export interface AllVersionsStatusResponse {
  updatedCount: number;
  servers: ServerResponse[];
}

export type Argument = PositionalArgument | NamedArgument;

export interface AuditEntry {
  id: number;
  /** RFC 3339, UTC. */
  at: string;
  /** With a dot: an admin's action over HTTP. */
  action: "publish" | "edit" | "status" | "status-all" | "delete" | "import" | "token.create" | "token.revoke" | "webhook.create" | "webhook.edit" | "webhook.delete" | "webhook.redeliver";
  /** Null for what admins did. */
  serverName: string | null;
  /** Null for all versions at once. */
  version: string | null;
  actor: {
    /** How it was proved: `dns`, `github-at`, `oidc`, `operator`, `cli`, ... */
    method: string;
    /** Whom it was proved for. */
    subject: string;
    tokenId: string | null;
  };
  requestId: string;
  /** Such as the former status or document. In a list null where it is longer than 8 KiB: read that entry alone. */
  detail: Record<string, unknown> | null;
}

export interface AuditPage {
  entries: AuditEntry[];
  metadata: PageMetadata;
}

export interface AuthState {
  /** Reading needs a token too. */
  private_reads: boolean;
  /** This browser has a session; `/auth/me` then says whose. */
  signed_in: boolean;
  /**
   * This browser has a session that `POST /auth/session/renew` gives its next token, also where the last one has
   * expired and `signed_in` is false.
   */
  renewable: boolean;
  logins: Logins;
}

export interface BegunGithubDevice {
  /** To be typed at GitHub. */
  user_code: string;
  /** Where. */
  verification_uri: string;
  /** How long the code counts. */
  lasts_seconds: number;
  /** To be waited before each question. */
  wait_seconds: number;
}

export interface BegunOpenid {
  /** At the issuer. */
  authorization_url: string;
}

export interface Caller {
  /** Whom the login proved: a domain, a GitHub login, the subject of an id token. */
  subject: string;
  /** How: `dns`, `http`, `github-at`, `github-oidc`, `oidc`, `none`; `operator` for the command line. */
  method: string;
  permissions: {
    action: "publish" | "edit" | "read" | "admin";
    /** A server name, the beginning of one followed by `*`, or `*`. */
    resource: string;
  }[];
  /** Whether the login owns more namespaces than a token holds, so that some are missing from `permissions`. */
  omits_namespaces: boolean;
  /** When the token no longer counts. Seconds since 1970, UTC. */
  expires_at: number;
  /** Null where a header shows the token. */
  session: {
    /** For the header X-CSRF-Token of changes in this session. */
    csrf_token: string;
    /** When the browser must sign in again. Seconds since 1970, UTC. */
    ends_at: number;
    /** `POST /auth/session/renew` gets the next token, until `ends_at`. False: `ends_at` is the token's end. */
    renewable: boolean;
  } | null;
}

export interface Check {
  /** Such as `database`, `disk` or `upstream`. */
  what: string;
  /** False for what has to be mended. */
  ok: boolean;
  /** In plain words, without secrets. */
  says: string;
}

export interface Delivery {
  id: number;
  webhookId: string;
  event: "published" | "edited" | "status";
  state: "waiting" | "delivered" | "givenUp";
  /** RFC 3339, UTC. */
  createdAt: string;
  attempts: number;
  lastAttemptAt: string | null;
  /** Of the last answer; null when there was none. */
  lastStatus: number | null;
  lastError: string | null;
  /** What is sent, without the delivery's id. */
  payload: unknown;
}

export interface DeliveryPage {
  deliveries: Delivery[];
  metadata: PageMetadata;
}

export interface DomainProof {
  /** The domain, such as `example.com`. */
  domain: string;
  timestamp: Timestamp;
  /** Signature of the timestamp's text, in hexadecimal: Ed25519, or ECDSA P-384 over SHA-384 as R and S. */
  signed_timestamp: string;
}

export interface FacetCounts {
  /** With all filters: as many versions as the list has. */
  total: number;
  /** The most common first, at most 50; those that are not here give none. */
  registryTypes: RegistryTypeCount[];
  kinds: {
    remote: number;
    local: number;
  };
  statuses: {
    active: number;
    deprecated: number;
    deleted: number;
  };
}

export interface FollowedUpstream {
  /** Base URL of the registry. */
  upstream: string;
  /** Whether the settings name it now. */
  isFollowed: boolean;
  /** Since it was last read to the end; null before that has worked once. */
  ageSeconds: number | null;
  /** When it was last read to the end. */
  lastSuccessAt: string | null;
  /** When everything was last read, and not only changes. */
  lastFullAt: string | null;
  /** When it was last tried. */
  lastAttemptAt: string | null;
  /** It is not tried before. */
  nextAttemptAt: string | null;
  /** The newest change that was seen there. */
  lastUpdatedAt: string | null;
  /** Of the last run; null when it worked. */
  lastError: string | null;
  /** In a row. */
  failures: number;
  /** A reading of everything that has not come to its end; the next run goes on with it. */
  unfinished: UnfinishedReading | null;
}

export interface GithubDeviceState {
  /** To be waited before the next question; null when the user is signed in. */
  wait_seconds: number | null;
  /** Null until the user is signed in. */
  caller: Caller | null;
}

export interface GithubToken {
  /** An access token of the user. */
  github_token: string;
  /** The only namespace that the token is for, such as `io.github.acme`. Left out: all of the user. */
  namespace?: string;
}

export interface Icon {
  /** An https URL. */
  src: string;
  mimeType?: "image/png" | "image/jpeg" | "image/jpg" | "image/svg+xml" | "image/webp";
  /** Width and height in pixels, such as `48x48`, or `any`. */
  sizes?: string[];
  /** The background that the icon is made for. */
  theme?: "light" | "dark";
}

export interface IdToken {
  /** An OpenID Connect id token. */
  oidc_token: string;
}

export interface Input {
  /** What the person who fills it in should know. */
  description?: string;
  /** Default: false. */
  isRequired?: boolean;
  /** Default: "string". */
  format?: "string" | "number" | "boolean" | "filepath";
  /** Fixed by the publisher. `{name}` is replaced by a variable. */
  value?: string;
  /** To be kept out of sight and out of logs. Default: false. */
  isSecret?: boolean;
  /** Taken where the person gives nothing. */
  default?: string;
  /** Shown in the empty field. */
  placeholder?: string;
  /** The only values allowed. */
  choices?: string[];
}

export type InputWithVariables = Input & {
  /** The value of `{name}`. */
  variables?: Record<string, Input>;
};

export type KeyValueInput = InputWithVariables & {
  /** Of the header or environment variable. */
  name: string;
};

export interface ListedToken {
  /** The `jti` of the token. */
  id: string;
  /** Its owner. */
  subject: string;
  permissions: Permission[];
  /** RFC 3339, UTC. */
  issuedAt: string;
  /** RFC 3339, UTC. */
  expiresAt: string;
  /** Since when it does not count. */
  revokedAt: string | null;
}

/** How to speak to the server once it runs on one's own machine. */
export type LocalTransport = StdioTransport | StreamableHttpTransport | SseTransport;

export interface Logins {
  /** `POST /auth/none` gives any caller a token for trials. */
  anonymous: boolean;
  /** `POST /auth/dns`, for owners of domains. */
  dns: true;
  /** `POST /auth/http`, for owners of web servers. */
  http: true;
  /** `POST /auth/github-at`, with an access token. */
  github: {
    /**
     * Of the GitHub app with which publishing tools let users log in; null where none is set. Where one is set,
     * browsers sign in by `POST /auth/github-device`.
     */
    client_id: string | null;
  };
  /** `POST /auth/github-oidc`, from a run of GitHub Actions. */
  github_actions: {
    issuer: string;
    audience: string;
  };
  /** `POST /auth/oidc`, with an id token of this issuer for this client; null where none is set. */
  oidc: {
    issuer: string;
    client_id: string;
    /**
     * Browsers sign in by `POST /auth/openid`. False where the operator has not set `TRIPOD_PUBLIC_URL`, or has
     * switched the console off: the issuer sends browsers back to a page of the console.
     */
    browser: boolean;
  } | null;
}

export interface MadeToken {
  /** To be sent as `Authorization: Bearer <token>`. Shown only now. */
  registry_token: string;
  /** The `jti` of the token. */
  id: string;
  /** Its owner. */
  subject: string;
  permissions: Permission[];
  /** RFC 3339, UTC. */
  issuedAt: string;
  /** RFC 3339, UTC. */
  expiresAt: string;
  /** Since when it does not count. */
  revokedAt: string | null;
}

export interface MadeWebhook {
  /** The key of its signatures. Shown only now. */
  secret: string;
  id: string;
  url: string;
  /** Of which servers: a name, or the beginning of one followed by `*`. */
  pattern: string;
  events: ("published" | "edited" | "status")[];
  enabled: boolean;
  /** RFC 3339, UTC. */
  createdAt: string;
}

export interface Mirror {
  upstreams: FollowedUpstream[];
  origins: Origin[];
}

/** A flag of the command line, with a value or without. */
export type NamedArgument = InputWithVariables & {
  type: "named";
  /** Of a named argument, which needs one: the flag with its dashes. */
  name: string;
  /** May be given several times. Default: false. */
  isRepeated?: boolean;
};

export interface NewToken {
  /** The owner; recorded in the audit trail. */
  subject: string;
  permissions: WantedPermission[];
  /** How long it counts, in seconds; ten years at most. 1 to 315360000. */
  ttlSeconds: number;
}

export interface NewWebhook {
  url: string;
  /** Of which servers: a name, the beginning of one followed by `*`, or `*` (the default). */
  pattern?: string;
  /** All by default. */
  events?: ("published" | "edited" | "status")[];
}

export interface News {
  /** `Added`, `Changed` or `Fixed`. */
  kind: string;
  /** Markdown in one line. */
  says: string;
}

export interface OfficialMeta {
  status: "active" | "deprecated" | "deleted";
  /** Why it is deprecated or deleted. */
  statusMessage?: string;
  /** Last change of the status, not of its message. */
  statusChangedAt: string;
  /** Never changes. */
  publishedAt: string;
  /** Last change of any kind. */
  updatedAt: string;
  /** True for exactly one version of each server. */
  isLatest: boolean;
}

export interface OpenidAnswer {
  /** Counts once. */
  code: string;
  state: string;
}

export interface Origin {
  /** `local` for what was published here, else the name of the upstream. */
  origin: string;
  servers: number;
  /** Deleted ones too. */
  versions: number;
}

export interface Package {
  /** Where it is kept: `npm`, `pypi`, `oci`, `nuget`, `mcpb`, ... */
  registryType: string;
  /** Of the package registry. */
  registryBaseUrl?: string;
  /** The package's name, or the URL of the file. */
  identifier: string;
  /** Exactly one version: no range, not `latest`. */
  version?: string;
  /** Digest of the file. Needed for `mcpb`. */
  fileSha256?: string;
  /** The command that runs the package: `npx`, `uvx`, `docker`, `dnx`, ... */
  runtimeHint?: string;
  transport: LocalTransport;
  /** For the runtime's command. */
  runtimeArguments?: Argument[];
  /** For the package's own program. */
  packageArguments?: Argument[];
  /** To be set where the package runs. */
  environmentVariables?: KeyValueInput[];
}

export interface PageMetadata {
  /** Of the next page; the last one has none. */
  nextCursor?: string;
  /** Entries on this page. */
  count: number;
}

export interface Permission {
  action: "publish" | "edit" | "read" | "admin";
  resource: string;
}

/** A value in the command line, unchanged. */
export type PositionalArgument = InputWithVariables & {
  type: "positional";
  /** Of a positional argument, which needs this or a value: what it is. */
  valueHint?: string;
  /** May be given several times. Default: false. */
  isRepeated?: boolean;
} & (unknown);

export interface ProgramReport {
  /** Of the program. */
  version: string;
  /** RFC 3339, UTC. */
  checkedAt: string;
  checks: Check[];
  /** What is new in this release. */
  news: News[];
}

export interface RegistryToken {
  /** To be sent as `Authorization: Bearer <token>`. */
  registry_token: string;
  /** Seconds since 1970, UTC, from which on it no longer counts. */
  expires_at: number;
  /** Only where the login owns more namespaces than a token holds, so that some are missing from it. */
  omits_namespaces?: true;
}

export interface RegistryTypeCount {
  value: string;
  count: number;
}

/** A server that runs elsewhere. */
export type RemoteTransport = (StreamableHttpTransport | SseTransport) & {
  /** The value of `{name}` in the URL. */
  variables?: Record<string, Input>;
};

export interface RemovedWebhook {
  id: string;
}

/** Where the source code is. An empty object is taken as none. */
export interface Repository {
  /** Where people browse the source code and git clones it from. */
  url?: string;
  /** The hosting service: `github` or `gitlab`. */
  source?: string;
  /** What the hosting service calls the repository, whatever its name becomes. */
  id?: string;
  /** The server's folder within the repository: relative, no `.` or `..`. */
  subfolder?: string;
}

export interface RevokedToken {
  id: string;
}

/**
 * A publisher's description of one version. Publishing refuses members that are not named here. Entries that were
 * imported are served as they are, and a few of the public registry break these rules.
 */
export interface ServerDetail {
  /** The published schema that this document follows. */
  "$schema"?: string;
  /** A reverse DNS namespace, one slash, and the server's own name: `com.example/weather`. */
  name: string;
  /** What the server can do. */
  description: string;
  /** The name to show to people. */
  title?: string;
  repository?: Repository;
  /** Semantic versioning sorts best. Not a range, not `latest`. */
  version: string;
  /** An https URL: home page, documentation. */
  websiteUrl?: string;
  icons?: Icon[];
  packages?: Package[];
  remotes?: RemoteTransport[];
  /** The publisher's own data, below namespaced keys. */
  _meta?: {
    "io.modelcontextprotocol.registry/publisher-provided"?: Record<string, unknown>;
  } & Record<string, unknown>;
}

export interface ServerList {
  servers: ServerResponse[];
  metadata: {
    /** Send it back unchanged to get the next page. */
    nextCursor?: string;
    /** Items on this page. */
    count: number;
  };
}

export interface ServerResponse {
  server: ServerDetail;
  _meta: {
    "io.modelcontextprotocol.registry/official": OfficialMeta;
  } & Record<string, unknown>;
}

export interface SignIn {
  /** From any login, or from the operator. */
  registry_token: string;
}

export interface SignedOut {
  signed_in: false;
}

export interface SigningKey {
  /** As in the header of a token, and in `/.well-known/jwks.json`. */
  kid: string;
  /** Ed25519, 32 bytes in base64url. */
  publicKey: string;
  /** Whether the setting `jwtPrivateKey` gives it. */
  isFromSettings: boolean;
  /** RFC 3339, UTC. */
  createdAt: string;
  /** Since when it signs no more; what it signed still counts. */
  retiredAt: string | null;
  /** Since when nothing that it signed counts. */
  revokedAt: string | null;
}

export interface SigningKeys {
  keys: SigningKey[];
}

export interface SseTransport {
  type: "sse";
  /** http or https; `{name}` is replaced by a variable. Needed by all but `stdio`. */
  url: string;
  /** Sent with each request. */
  headers?: KeyValueInput[];
}

export interface StatusUpdateRequest {
  status: "active" | "deprecated" | "deleted";
  /** The reason, shown to readers. Not for `active`. */
  statusMessage?: string;
}

export interface StdioTransport {
  type: "stdio";
}

export interface StreamableHttpTransport {
  type: "streamable-http";
  /** http or https; `{name}` is replaced by a variable. Needed by all but `stdio`. */
  url: string;
  /** Sent with each request. */
  headers?: KeyValueInput[];
}

/** An instant as RFC 3339. */
export type Timestamp = string;

export interface TokenPage {
  tokens: ListedToken[];
  metadata: PageMetadata;
}

export interface UnfinishedReading {
  /** When it began. */
  startedAt: string;
  /** When it last got further. */
  reachedAt: string;
  /** Pages of the list whose servers are here. */
  pages: number;
}

export interface ValidationResult {
  /** True when no issue is an error. */
  valid: boolean;
  issues: {
    type: "json" | "schema" | "semantic" | "linter";
    /** Where in the document, such as `packages[0].transport.url`. */
    path: string;
    message: string;
    severity: "error" | "warning" | "info";
    /** The rule. */
    reference: string;
  }[];
}

export interface WantedPermission {
  action: "publish" | "edit" | "read";
  /** A server name, the beginning of one followed by `*`, or `*`. Of `read` and `admin` always `*`. */
  resource: string;
}

export interface Webhook {
  id: string;
  url: string;
  /** Of which servers: a name, or the beginning of one followed by `*`. */
  pattern: string;
  events: ("published" | "edited" | "status")[];
  enabled: boolean;
  /** RFC 3339, UTC. */
  createdAt: string;
}

export interface WebhookChange {
  enabled: boolean;
}

export interface WebhookList {
  webhooks: Webhook[];
}
