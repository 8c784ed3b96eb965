# Made by scripts/generate.js from the OpenAPI document. Do not edit.
"""Tool server registry: its operations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .._area import Area as _Area
from .._send import Connection as _Connection
from .._send import Operation as _Operation


class AllVersionsStatusResponse(TypedDict):
    updatedCount: int
    servers: list[ServerResponse]


class AuditEntry(TypedDict):
    id: int
    #: RFC 3339, UTC
    at: str
    #: With a dot: an admin's action over HTTP
    action: Literal["publish", "edit", "status", "status-all", "delete", "import", "token.create", "token.revoke", "webhook.create", "webhook.edit", "webhook.delete", "webhook.redeliver"]
    #: Null for what admins did
    serverName: str | None
    #: Null for all versions at once
    version: str | None
    actor: AuditEntryActor
    requestId: str
    #: Such as the former status or document. In a list null where it is longer than 8 KiB: read that entry alone
    detail: dict[str, Any] | None


class AuditEntryActor(TypedDict):
    #: How it was proved: `dns`, `github-at`, `oidc`, `operator`, `cli`, ...
    method: str
    #: Whom it was proved for
    subject: str
    tokenId: str | None


class AuditPage(TypedDict):
    entries: list[AuditEntry]
    metadata: PageMetadata


class AuthState(TypedDict):
    #: Reading needs a token too
    private_reads: bool
    #: This browser has a session; `/auth/me` then says whose
    signed_in: bool
    #: This browser has a session that `POST /auth/session/renew` gives its next token, also where the last one has expired and `signed_in` is false
    renewable: bool
    logins: Logins


class BegunGithubDevice(TypedDict):
    #: To be typed at GitHub
    user_code: str
    #: Where
    verification_uri: str
    #: How long the code counts
    lasts_seconds: int
    #: To be waited before each question
    wait_seconds: int


class BegunOpenid(TypedDict):
    #: At the issuer
    authorization_url: str


class Caller(TypedDict):
    #: Whom the login proved: a domain, a GitHub login, the subject of an id token
    subject: str
    #: How: `dns`, `http`, `github-at`, `github-oidc`, `oidc`, `none`; `operator` for the command line
    method: str
    permissions: list[CallerPermissionsItem]
    #: Whether the login owns more namespaces than a token holds, so that some are missing from `permissions`
    omits_namespaces: bool
    #: When the token no longer counts. Seconds since 1970, UTC
    expires_at: int
    #: Null where a header shows the token
    session: CallerSession | None


class CallerPermissionsItem(TypedDict):
    action: Literal["publish"] | Literal["edit"] | Literal["read"] | Literal["admin"]
    #: A server name, the beginning of one followed by `*`, or `*`
    resource: str


class CallerSession(TypedDict):
    #: For the header X-CSRF-Token of changes in this session
    csrf_token: str
    #: When the browser must sign in again. Seconds since 1970, UTC
    ends_at: int
    #: `POST /auth/session/renew` gets the next token, until `ends_at`. False: `ends_at` is the token's end
    renewable: bool


class Check(TypedDict):
    #: Such as `database`, `disk` or `upstream`
    what: str
    #: False for what has to be mended
    ok: bool
    #: In plain words, without secrets
    says: str


class Delivery(TypedDict):
    id: int
    webhookId: str
    event: Literal["published", "edited", "status"]
    state: Literal["waiting", "delivered", "givenUp"]
    #: RFC 3339, UTC
    createdAt: str
    attempts: int
    lastAttemptAt: str | None
    #: Of the last answer; null when there was none
    lastStatus: int | None
    lastError: str | None
    #: What is sent, without the delivery's id
    payload: Any


class DeliveryPage(TypedDict):
    deliveries: list[Delivery]
    metadata: PageMetadata


class DomainProof(TypedDict):
    #: The domain, such as `example.com`.
    domain: str
    timestamp: Timestamp
    #: Signature of the timestamp's text, in hexadecimal: Ed25519, or ECDSA P-384 over SHA-384 as R and S.
    signed_timestamp: str


class FacetCounts(TypedDict):
    #: With all filters: as many versions as the list has
    total: int
    #: The most common first, at most 50; those that are not here give none
    registryTypes: list[RegistryTypeCount]
    kinds: FacetCountsKinds
    statuses: FacetCountsStatuses


class FacetCountsKinds(TypedDict):
    remote: int
    local: int


class FacetCountsStatuses(TypedDict):
    active: int
    deprecated: int
    deleted: int


class FollowedUpstream(TypedDict):
    #: Base URL of the registry
    upstream: str
    #: Whether the settings name it now
    isFollowed: bool
    #: Since it was last read to the end; null before that has worked once
    ageSeconds: int | None
    #: When it was last read to the end
    lastSuccessAt: str | None
    #: When everything was last read, and not only changes
    lastFullAt: str | None
    #: When it was last tried
    lastAttemptAt: str | None
    #: It is not tried before
    nextAttemptAt: str | None
    #: The newest change that was seen there
    lastUpdatedAt: str | None
    #: Of the last run; null when it worked
    lastError: str | None
    #: In a row
    failures: int
    #: A reading of everything that has not come to its end; the next run goes on with it
    unfinished: UnfinishedReading | None


class GithubDeviceState(TypedDict):
    #: To be waited before the next question; null when the user is signed in
    wait_seconds: int | None
    #: Null until the user is signed in
    caller: Caller | None


class GithubToken(TypedDict):
    #: An access token of the user.
    github_token: str
    #: The only namespace that the token is for, such as `io.github.acme`. Left out: all of the user.
    namespace: NotRequired[str]


class Icon(TypedDict):
    #: An https URL.
    src: str
    mimeType: NotRequired[Literal["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"]]
    #: Width and height in pixels, such as `48x48`, or `any`.
    sizes: NotRequired[list[str]]
    #: The background that the icon is made for.
    theme: NotRequired[Literal["light", "dark"]]


class IdToken(TypedDict):
    #: An OpenID Connect id token.
    oidc_token: str


class Input(TypedDict):
    #: What the person who fills it in should know.
    description: NotRequired[str]
    isRequired: NotRequired[bool]
    format: NotRequired[Literal["string", "number", "boolean", "filepath"]]
    #: Fixed by the publisher. `{name}` is replaced by a variable.
    value: NotRequired[str]
    #: To be kept out of sight and out of logs.
    isSecret: NotRequired[bool]
    #: Taken where the person gives nothing.
    default: NotRequired[str]
    #: Shown in the empty field.
    placeholder: NotRequired[str]
    #: The only values allowed.
    choices: NotRequired[list[str]]


class ListedToken(TypedDict):
    #: The `jti` of the token
    id: str
    #: Its owner
    subject: str
    permissions: list[Permission]
    #: RFC 3339, UTC
    issuedAt: str
    #: RFC 3339, UTC
    expiresAt: str
    #: Since when it does not count
    revokedAt: str | None


class Logins(TypedDict):
    #: `POST /auth/none` gives any caller a token for trials
    anonymous: bool
    #: `POST /auth/dns`, for owners of domains
    dns: Literal[True]
    #: `POST /auth/http`, for owners of web servers
    http: Literal[True]
    #: `POST /auth/github-at`, with an access token
    github: LoginsGithub
    #: `POST /auth/github-oidc`, from a run of GitHub Actions
    github_actions: LoginsGithubActions
    #: `POST /auth/oidc`, with an id token of this issuer for this client; null where none is set
    oidc: LoginsOidc | None


class LoginsGithub(TypedDict):
    """`POST /auth/github-at`, with an access token"""

    #: Of the GitHub app with which publishing tools let users log in; null where none is set. Where one is set, browsers sign in by `POST /auth/github-device`
    client_id: str | None


class LoginsGithubActions(TypedDict):
    """`POST /auth/github-oidc`, from a run of GitHub Actions"""

    issuer: str
    audience: str


class LoginsOidc(TypedDict):
    issuer: str
    client_id: str
    #: Browsers sign in by `POST /auth/openid`. False where the operator has not set `TRIPOD_PUBLIC_URL`, or has switched the console off: the issuer sends browsers back to a page of the console
    browser: bool


class MadeToken(TypedDict):
    #: To be sent as `Authorization: Bearer <token>`. Shown only now
    registry_token: str
    #: The `jti` of the token
    id: str
    #: Its owner
    subject: str
    permissions: list[Permission]
    #: RFC 3339, UTC
    issuedAt: str
    #: RFC 3339, UTC
    expiresAt: str
    #: Since when it does not count
    revokedAt: str | None


class MadeWebhook(TypedDict):
    #: The key of its signatures. Shown only now
    secret: str
    id: str
    url: str
    #: Of which servers: a name, or the beginning of one followed by `*`
    pattern: str
    events: list[Literal["published", "edited", "status"]]
    enabled: bool
    #: RFC 3339, UTC
    createdAt: str


class Mirror(TypedDict):
    upstreams: list[FollowedUpstream]
    origins: list[Origin]


class NewToken(TypedDict):
    #: The owner; recorded in the audit trail
    subject: str
    permissions: list[WantedPermission]
    #: How long it counts, in seconds; ten years at most
    ttlSeconds: int


class NewWebhook(TypedDict):
    url: str
    #: Of which servers: a name, the beginning of one followed by `*`, or `*` (the default)
    pattern: NotRequired[str]
    #: All by default
    events: NotRequired[list[Literal["published", "edited", "status"]]]


class News(TypedDict):
    #: `Added`, `Changed` or `Fixed`
    kind: str
    #: Markdown in one line
    says: str


class OfficialMeta(TypedDict):
    status: Literal["active", "deprecated", "deleted"]
    #: Why it is deprecated or deleted.
    statusMessage: NotRequired[str]
    #: Last change of the status, not of its message.
    statusChangedAt: str
    #: Never changes.
    publishedAt: str
    #: Last change of any kind.
    updatedAt: str
    #: True for exactly one version of each server.
    isLatest: bool


class OpenidAnswer(TypedDict):
    #: Counts once
    code: str
    state: str


class Origin(TypedDict):
    #: `local` for what was published here, else the name of the upstream
    origin: str
    servers: int
    #: Deleted ones too
    versions: int


class Package(TypedDict):
    #: Where it is kept: `npm`, `pypi`, `oci`, `nuget`, `mcpb`, ...
    registryType: str
    #: Of the package registry.
    registryBaseUrl: NotRequired[str]
    #: The package's name, or the URL of the file.
    identifier: str
    #: Exactly one version: no range, not `latest`.
    version: NotRequired[str]
    #: Digest of the file. Needed for `mcpb`.
    fileSha256: NotRequired[str]
    #: The command that runs the package: `npx`, `uvx`, `docker`, `dnx`, ...
    runtimeHint: NotRequired[str]
    transport: LocalTransport
    #: For the runtime's command.
    runtimeArguments: NotRequired[list[Argument]]
    #: For the package's own program.
    packageArguments: NotRequired[list[Argument]]
    #: To be set where the package runs.
    environmentVariables: NotRequired[list[KeyValueInput]]


class PageMetadata(TypedDict):
    #: Of the next page; the last one has none
    nextCursor: NotRequired[str]
    #: Entries on this page
    count: int


class Permission(TypedDict):
    action: Literal["publish", "edit", "read", "admin"]
    resource: str


class ProgramReport(TypedDict):
    #: Of the program
    version: str
    #: RFC 3339, UTC
    checkedAt: str
    checks: list[Check]
    #: What is new in this release
    news: list[News]


class RegistryToken(TypedDict):
    #: To be sent as `Authorization: Bearer <token>`.
    registry_token: str
    #: Seconds since 1970, UTC, from which on it no longer counts.
    expires_at: int
    #: Only where the login owns more namespaces than a token holds, so that some are missing from it.
    omits_namespaces: NotRequired[Literal[True]]


class RegistryTypeCount(TypedDict):
    value: str
    count: int


class RemovedWebhook(TypedDict):
    id: str


class Repository(TypedDict):
    """Where the source code is. An empty object is taken as none."""

    #: Where people browse the source code and git clones it from.
    url: NotRequired[str]
    #: The hosting service: `github` or `gitlab`.
    source: NotRequired[str]
    #: What the hosting service calls the repository, whatever its name becomes.
    id: NotRequired[str]
    #: The server's folder within the repository: relative, no `.` or `..`.
    subfolder: NotRequired[str]


class RevokedToken(TypedDict):
    id: str


ServerDetail = TypedDict(
    "ServerDetail",
    {
        "$schema": "NotRequired[str]",
        "name": "str",
        "description": "str",
        "title": "NotRequired[str]",
        "repository": "NotRequired[Repository]",
        "version": "str",
        "websiteUrl": "NotRequired[str]",
        "icons": "NotRequired[list[Icon]]",
        "packages": "NotRequired[list[Package]]",
        "remotes": "NotRequired[list[RemoteTransport]]",
        "_meta": "NotRequired[ServerDetailMeta]",
    },
)


ServerDetailMeta = TypedDict(
    "ServerDetailMeta",
    {
        "io.modelcontextprotocol.registry/publisher-provided": "NotRequired[dict[str, Any]]",
    },
)


class ServerList(TypedDict):
    servers: list[ServerResponse]
    metadata: ServerListMetadata


class ServerListMetadata(TypedDict):
    #: Send it back unchanged to get the next page.
    nextCursor: NotRequired[str]
    #: Items on this page.
    count: int


class ServerResponse(TypedDict):
    server: ServerDetail
    _meta: ServerResponseMeta


ServerResponseMeta = TypedDict(
    "ServerResponseMeta",
    {
        "io.modelcontextprotocol.registry/official": "OfficialMeta",
    },
)


class SignIn(TypedDict):
    #: From any login, or from the operator.
    registry_token: str


class SignedOut(TypedDict):
    signed_in: Literal[False]


class SigningKey(TypedDict):
    #: As in the header of a token, and in `/.well-known/jwks.json`
    kid: str
    #: Ed25519, 32 bytes in base64url
    publicKey: str
    #: Whether the setting `jwtPrivateKey` gives it
    isFromSettings: bool
    #: RFC 3339, UTC
    createdAt: str
    #: Since when it signs no more; what it signed still counts
    retiredAt: str | None
    #: Since when nothing that it signed counts
    revokedAt: str | None


class SigningKeys(TypedDict):
    keys: list[SigningKey]


class SseTransport(TypedDict):
    type: Literal["sse"]
    #: http or https; `{name}` is replaced by a variable. Needed by all but `stdio`.
    url: str
    #: Sent with each request.
    headers: NotRequired[list[KeyValueInput]]


class StatusUpdateRequest(TypedDict):
    status: Literal["active", "deprecated", "deleted"]
    #: The reason, shown to readers. Not for `active`.
    statusMessage: NotRequired[str]


class StdioTransport(TypedDict):
    type: Literal["stdio"]


class StreamableHttpTransport(TypedDict):
    type: Literal["streamable-http"]
    #: http or https; `{name}` is replaced by a variable. Needed by all but `stdio`.
    url: str
    #: Sent with each request.
    headers: NotRequired[list[KeyValueInput]]


class TokenPage(TypedDict):
    tokens: list[ListedToken]
    metadata: PageMetadata


class UnfinishedReading(TypedDict):
    #: When it began
    startedAt: str
    #: When it last got further
    reachedAt: str
    #: Pages of the list whose servers are here
    pages: int


class ValidationResult(TypedDict):
    #: True when no issue is an error
    valid: bool
    issues: list[ValidationResultIssuesItem]


class ValidationResultIssuesItem(TypedDict):
    type: Literal["json", "schema", "semantic", "linter"]
    #: Where in the document, such as `packages[0].transport.url`
    path: str
    message: str
    severity: Literal["error", "warning", "info"]
    #: The rule
    reference: str


class WantedPermission(TypedDict):
    action: Literal["publish", "edit", "read"]
    #: A server name, the beginning of one followed by `*`, or `*`. Of `read` and `admin` always `*`
    resource: str


class Webhook(TypedDict):
    id: str
    url: str
    #: Of which servers: a name, or the beginning of one followed by `*`
    pattern: str
    events: list[Literal["published", "edited", "status"]]
    enabled: bool
    #: RFC 3339, UTC
    createdAt: str


class WebhookChange(TypedDict):
    enabled: bool


class WebhookList(TypedDict):
    webhooks: list[Webhook]


class GetHealthResult(TypedDict):
    status: Literal["ok"]
    github_client_id: NotRequired[str]


class PingResult(TypedDict):
    pong: Literal[True]


class GetProgramVersionResult(TypedDict):
    version: str
    git_commit: str
    build_time: str


PositionalArgument: TypeAlias = dict[str, Any]


NamedArgument: TypeAlias = dict[str, Any]


Argument: TypeAlias = PositionalArgument | NamedArgument


InputWithVariables: TypeAlias = dict[str, Any]


KeyValueInput: TypeAlias = dict[str, Any]


LocalTransport: TypeAlias = StdioTransport | StreamableHttpTransport | SseTransport


RemoteTransport: TypeAlias = dict[str, Any]


Timestamp: TypeAlias = str


class ServersOperations(_Area):
    """Operations of ``servers``."""

    def list_servers(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        search: str | None = None,
        updated_since: Timestamp | None = None,
        version: str | None = None,
        include_deleted: bool | None = None,
        search_in: Literal["name", "all"] | None = None,
        registry_type: str | None = None,
        kind: Literal["remote", "local"] | None = None,
        status: Literal["active", "deprecated", "deleted"] | None = None,
        sort: Literal["name", "updated"] | None = None,
    ) -> ServerList:
        """List servers.

        Versions by name, then version, as plain text. A page that is the last has no `metadata.nextCursor`. The parameters marked *ours* go beyond the specification and change nothing when left out.

        :param cursor: `metadata.nextCursor` of the page before, exactly as returned
        :param limit: Versions on a page
        :param search: Literal text in the name, in any case
        :param updated_since: RFC 3339: changed after this instant; deleted versions are then included
        :param version: `latest`, or exactly this version
        :param include_deleted: Show deleted versions too. Default false
        :param search_in: Ours: `all` searches title and description too. Default `name`
        :param registry_type: Ours: has a package of this type, such as `npm`
        :param kind: Ours: has a remote endpoint, or a package to install
        :param status: Ours: has this status
        :param sort: Ours: `updated` lists the latest change first. Default `name`
        """
        return self._call(_Operation("servers.listServers", "GET", "/v0.1/servers", "read", "query", "json", ("cursor", "servers")), {"cursor": cursor, "limit": limit, "search": search, "updated_since": updated_since, "version": version, "include_deleted": include_deleted, "search_in": search_in, "registry_type": registry_type, "kind": kind, "status": status, "sort": sort})

    def iter_servers(
        self,
        *,
        limit: int | None = None,
        search: str | None = None,
        updated_since: Timestamp | None = None,
        version: str | None = None,
        include_deleted: bool | None = None,
        search_in: Literal["name", "all"] | None = None,
        registry_type: str | None = None,
        kind: Literal["remote", "local"] | None = None,
        status: Literal["active", "deprecated", "deleted"] | None = None,
        sort: Literal["name", "updated"] | None = None,
    ) -> Iterator[ServerResponse]:
        """Every entry of :meth:`list_servers`, page after page."""
        return self._each(_Operation("servers.listServers", "GET", "/v0.1/servers", "read", "query", "json", ("cursor", "servers")), {"limit": limit, "search": search, "updated_since": updated_since, "version": version, "include_deleted": include_deleted, "search_in": search_in, "registry_type": registry_type, "kind": kind, "status": status, "sort": sort})

    def count_servers(
        self,
        *,
        search: str | None = None,
        search_in: Literal["name", "all"] | None = None,
        version: Literal["latest"] | None = None,
        include_deleted: bool | None = None,
        registry_type: str | None = None,
        kind: Literal["remote", "local"] | None = None,
        status: Literal["active", "deprecated", "deleted"] | None = None,
    ) -> FacetCounts:
        """Count servers by filter.

        For a page with filters: how many versions the list would have with each value of `registry_type`, `kind` and `status`, where the other parameters stay. The parameters are those of the list.

        :param search: As in the list
        :param search_in: As in the list
        :param version: Only the latest version of each server
        :param include_deleted: As in the list
        :param registry_type: As in the list
        :param kind: As in the list
        :param status: As in the list
        """
        return self._call(_Operation("servers.countServers", "GET", "/v0.1/servers/counts", "read", "query", "json"), {"search": search, "search_in": search_in, "version": version, "include_deleted": include_deleted, "registry_type": registry_type, "kind": kind, "status": status})

    def list_versions(self, *, server_name: str, include_deleted: bool | None = None) -> ServerList:
        """List all versions of a server.

        :param server_name: Name of the server, percent-encoded: `io.example%2Fweather`
        :param include_deleted: Show deleted versions too
        """
        return self._call(_Operation("servers.listVersions", "GET", "/v0.1/servers/{serverName}/versions", "read", "query", "json"), {"serverName": server_name, "include_deleted": include_deleted})

    def get_version(self, *, server_name: str, version: str, include_deleted: bool | None = None) -> ServerResponse:
        """Get one version of a server.

        :param server_name: Name of the server, percent-encoded: `io.example%2Fweather`
        :param version: A version, percent-encoded, or `latest`
        :param include_deleted: Find a deleted version too
        """
        return self._call(_Operation("servers.getVersion", "GET", "/v0.1/servers/{serverName}/versions/{version}", "read", "query", "json"), {"serverName": server_name, "version": version, "include_deleted": include_deleted})

    def delete_version(self, *, server_name: str, version: str) -> ServerResponse:
        """Delete one version of a server.

        A soft delete: the version gets the status `deleted` and can be restored by a change of status.

        :param server_name: Name of the server, percent-encoded: `io.example%2Fweather`
        :param version: A version, percent-encoded, or `latest`
        """
        return self._call(_Operation("servers.deleteVersion", "DELETE", "/v0.1/servers/{serverName}/versions/{version}", "once", "query", "json"), {"serverName": server_name, "version": version})

    def update_status(self, *, server_name: str, version: str, body: StatusUpdateRequest) -> ServerResponse:
        """Change the status of one version.

        :param server_name: Name of the server, percent-encoded: `io.example%2Fweather`
        :param version: A version, percent-encoded, or `latest`
        """
        return self._call(_Operation("servers.updateStatus", "PATCH", "/v0.1/servers/{serverName}/versions/{version}/status", "once", "document", "json"), {"serverName": server_name, "version": version, "body": body})

    def update_all_statuses(self, *, server_name: str, body: StatusUpdateRequest) -> AllVersionsStatusResponse:
        """Change the status of all versions of a server.

        :param server_name: Name of the server, percent-encoded: `io.example%2Fweather`
        """
        return self._call(_Operation("servers.updateAllStatuses", "PATCH", "/v0.1/servers/{serverName}/status", "once", "document", "json"), {"serverName": server_name, "body": body})


class PublishingOperations(_Area):
    """Operations of ``publishing``."""

    def edit_version(self, *, server_name: str, version: str, body: ServerDetail) -> ServerResponse:
        """Replace the document of one version.

        :param server_name: Name of the server, percent-encoded: `io.example%2Fweather`
        :param version: A version, percent-encoded, or `latest`
        """
        return self._call(_Operation("publishing.editVersion", "PUT", "/v0.1/servers/{serverName}/versions/{version}", "once", "document", "json"), {"serverName": server_name, "version": version, "body": body})

    def publish_server(self, *, body: ServerDetail) -> ServerResponse:
        """Publish a version of a server.

        A version is published once: its number stays taken even after deletion. A status of the version, its place in the order and everything else under the official key of `_meta` is the registry's to say.
        """
        return self._call(_Operation("publishing.publishServer", "POST", "/v0.1/publish", "once", "document", "json"), {"body": body})

    def validate_server(self, *, body: dict[str, Any]) -> ValidationResult:
        """Check a document without publishing it.

        Takes any JSON object, and says everything that is wrong with it as a ServerDetail. Publishing accepts what is `valid`; it also accepts documents whose only errors come from the JSON schema that they name. Your token, your packages and the version's number are not checked.

        :param body: A ServerDetail, or what should become one.
        """
        return self._call(_Operation("publishing.validateServer", "POST", "/v0.1/validate", "once", "document", "json"), {"body": body})


class SyncOperations(_Area):
    """Operations of ``sync``."""

    def export_servers(self) -> Iterator[ServerResponse]:
        """Export all versions.

        Every version of every server, deleted ones too, by name and version: one ServerResponse a line (NDJSON). All lines are of one state of the registry. `tripod registry import` reads it back.
        """
        return self._lines(_Operation("sync.exportServers", "GET", "/v0.1/export", "read", "query", "lines"), {})

    def show_mirror(self) -> Mirror:
        """What is mirrored.

        Upstreams that are followed now, or were before, and how many servers came from where. An upstream that was never tried is not in the list. `origin` is the name that the settings give to the upstream.
        """
        return self._call(_Operation("sync.showMirror", "GET", "/v0.1/admin/mirror", "read", "query", "json"), {})


class TokensOperations(_Area):
    """Operations of ``tokens``."""

    def exchange_dns(self, *, body: DomainProof) -> RegistryToken:
        """Log in by a DNS record.

        The domain names its keys in TXT records `v=MCPv1; k=ed25519; p=BASE64` or `v=MCPv1; k=ecdsap384; p=BASE64` of its own name. The token may publish in the reversed domain and everything below it: `com.example/*`, `com.example.*`. A signature is accepted once.
        """
        return self._call(_Operation("tokens.exchangeDns", "POST", "/v0.1/auth/dns", "once", "document", "json"), {"body": body})

    def exchange_http(self, *, body: DomainProof) -> RegistryToken:
        """Log in by a file on a web server.

        The domain names its keys in `https://DOMAIN/.well-known/mcp-registry-auth`, one record a line: `v=MCPv1; k=ed25519; p=BASE64` or `v=MCPv1; k=ecdsap384; p=BASE64`, 4096 bytes at most, without a redirect. The token may publish in the reversed domain: `com.example/*`. A signature is accepted once.
        """
        return self._call(_Operation("tokens.exchangeHttp", "POST", "/v0.1/auth/http", "once", "document", "json"), {"body": body})

    def exchange_github_token(self, *, body: GithubToken) -> RegistryToken:
        """Log in with a GitHub access token.

        The token may publish in `io.github.LOGIN/*` and in `io.github.ORGANIZATION/*` for each organization whose owner the user is, as far as the GitHub token may read memberships. A token holds at most 100 namespaces: an owner of more gets `omits_namespaces`, and names the one to publish in with `namespace`. The GitHub token is not kept.
        """
        return self._call(_Operation("tokens.exchangeGithubToken", "POST", "/v0.1/auth/github-at", "once", "document", "json"), {"body": body})

    def exchange_github_oidc(self, *, body: IdToken) -> RegistryToken:
        """Log in from GitHub Actions.

        Takes the id token that GitHub makes for a run with the permission `id-token: write` and the registry's audience. The token may publish in `io.github.OWNER/*`.
        """
        return self._call(_Operation("tokens.exchangeGithubOidc", "POST", "/v0.1/auth/github-oidc", "once", "document", "json"), {"body": body})

    def exchange_oidc(self, *, body: IdToken) -> RegistryToken:
        """Log in with an id token of this registry's own issuer.

        The names that the token may publish and edit are configured. Answers 404 without an issuer.
        """
        return self._call(_Operation("tokens.exchangeOidc", "POST", "/v0.1/auth/oidc", "once", "document", "json"), {"body": body})

    def exchange_anonymous(self) -> RegistryToken:
        """Get a token for trials.

        The token may publish and edit in `io.modelcontextprotocol.anonymous/*`. Answers 404 where it is off.
        """
        return self._call(_Operation("tokens.exchangeAnonymous", "POST", "/v0.1/auth/none", "once", "query", "json"), {})

    def create_token(self, *, body: NewToken) -> MadeToken:
        """Make a token.

        The token is shown in this answer and never again. Tokens of admins are made on the command line only, so that a token that leaked cannot outlive itself as an admin.
        """
        return self._call(_Operation("tokens.createToken", "POST", "/v0.1/admin/tokens", "once", "document", "json"), {"body": body})

    def list_tokens(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        expired: bool | None = None,
    ) -> TokenPage:
        """Tokens that were made without a login.

        Newest first, on the command line or by an admin. The tokens themselves are not kept.

        :param cursor: `metadata.nextCursor` of the page before, exactly as returned
        :param limit: Entries on a page
        :param expired: Those that expired in the last month too
        """
        return self._call(_Operation("tokens.listTokens", "GET", "/v0.1/admin/tokens", "read", "query", "json", ("cursor", "tokens")), {"cursor": cursor, "limit": limit, "expired": expired})

    def iter_tokens(self, *, limit: int | None = None, expired: bool | None = None) -> Iterator[ListedToken]:
        """Every entry of :meth:`list_tokens`, page after page."""
        return self._each(_Operation("tokens.listTokens", "GET", "/v0.1/admin/tokens", "read", "query", "json", ("cursor", "tokens")), {"limit": limit, "expired": expired})

    def revoke_token(self, *, token_id: str) -> RevokedToken:
        """Revoke a token.

        It counts no more: at once in this process, within five seconds in others. Revoking it again changes nothing.

        :param token_id: As in the list of tokens
        """
        return self._call(_Operation("tokens.revokeToken", "DELETE", "/v0.1/admin/tokens/{tokenId}", "once", "query", "json"), {"tokenId": token_id})

    def list_keys(self) -> SigningKeys:
        """Keys that sign tokens.

        Oldest first. They are rotated and revoked with `tripod registry keys`.
        """
        return self._call(_Operation("tokens.listKeys", "GET", "/v0.1/admin/keys", "read", "query", "json"), {})


class SessionsOperations(_Area):
    """Operations of ``sessions``."""

    def list_logins(self) -> AuthState:
        """See which logins are on."""
        return self._call(_Operation("sessions.listLogins", "GET", "/v0.1/auth", "read", "query", "json"), {})

    def get_caller(self) -> Caller:
        """See what the token allows."""
        return self._call(_Operation("sessions.getCaller", "GET", "/v0.1/auth/me", "read", "query", "json"), {})

    def begin_session(self, *, body: SignIn) -> Caller:
        """Sign a browser in with a registry token.

        The cookie replaces the token in all requests of this server's own pages. Changes also need `csrf_token` in the header X-CSRF-Token. The session ends with the token, or after the hours of `TRIPOD_REGISTRY_SESSION_MAX_HOURS`.
        """
        return self._call(_Operation("sessions.beginSession", "POST", "/v0.1/auth/session", "once", "document", "json"), {"body": body})

    def end_session(self) -> SignedOut:
        """Sign this browser out."""
        return self._call(_Operation("sessions.endSession", "DELETE", "/v0.1/auth/session", "once", "query", "json"), {})

    def renew_session(self) -> Caller:
        """Renew the session's token.

        Asks the issuer or GitHub again for the user, and judges the user's rights again. The end of the session does not move. Sessions that began with a pasted token, or whose issuer gave no refresh token, end with their token: 409.
        """
        return self._call(_Operation("sessions.renewSession", "POST", "/v0.1/auth/session/renew", "once", "query", "json"), {})

    def begin_openid(self) -> BegunOpenid:
        """Begin to sign a browser in at this registry's own issuer.

        Go to `authorization_url`. The issuer sends the browser back to `/console/callback` of `TRIPOD_PUBLIC_URL`, whose page calls `POST /auth/openid/finish` in the same browser within 15 minutes.
        """
        return self._call(_Operation("sessions.beginOpenid", "POST", "/v0.1/auth/openid", "once", "query", "json"), {})

    def finish_openid(self, *, body: OpenidAnswer) -> Caller:
        """Finish the sign-in at this registry's own issuer.

        Takes `code` and `state` of the address to which the issuer sent the browser back. The rights of the session are configured, as for `POST /auth/oidc`. Where the issuer gives a refresh token, the session is renewable.
        """
        return self._call(_Operation("sessions.finishOpenid", "POST", "/v0.1/auth/openid/finish", "once", "document", "json"), {"body": body})

    def begin_github_device(self) -> BegunGithubDevice:
        """Begin to sign a browser in with GitHub.

        The user types `user_code` at `verification_uri`. Call `POST /auth/github-device/poll` in the same browser every `wait_seconds` until it answers a caller.
        """
        return self._call(_Operation("sessions.beginGithubDevice", "POST", "/v0.1/auth/github-device", "once", "query", "json"), {})

    def poll_github_device(self) -> GithubDeviceState:
        """See whether the user has signed in with GitHub.

        What the session may publish is what `POST /auth/github-at` gives. The session is renewable: GitHub's token stays in its cookie, sealed, and is asked again who the user is.
        """
        return self._call(_Operation("sessions.pollGithubDevice", "POST", "/v0.1/auth/github-device/poll", "once", "query", "json"), {})


class SystemOperations(_Area):
    """Operations of ``system``."""

    def get_health(self) -> GetHealthResult:
        """Health."""
        return self._call(_Operation("system.getHealth", "GET", "/v0.1/health", "read", "query", "json"), {})

    def ping(self) -> PingResult:
        """Ping."""
        return self._call(_Operation("system.ping", "GET", "/v0.1/ping", "read", "query", "json"), {})

    def get_program_version(self) -> GetProgramVersionResult:
        """Version of the program."""
        return self._call(_Operation("system.getProgramVersion", "GET", "/v0.1/version", "read", "query", "json"), {})

    def check_program(self) -> ProgramReport:
        """What works, what does not, and what is new.

        Checks what the answering process needs: settings, disk, database, keys, Redis, and what the settings of this service name outside. What is away may take 20 seconds to show. The answer may be ten seconds old.
        """
        return self._call(_Operation("system.checkProgram", "GET", "/v0.1/admin/check", "read", "query", "json"), {})


class WebhooksOperations(_Area):
    """Operations of ``webhooks``."""

    def create_webhook(self, *, body: NewWebhook) -> MadeWebhook:
        """Add a webhook.

        The URL must be https and lead to a public address; the operator names others in `TRIPOD_ALLOW_PRIVATE_OUTBOUND`. The host is looked up at each delivery: the list of deliveries shows what came of it.
        """
        return self._call(_Operation("webhooks.createWebhook", "POST", "/v0.1/admin/webhooks", "once", "document", "json"), {"body": body})

    def list_webhooks(self) -> WebhookList:
        """Webhooks.

        All of them, oldest first. Keys of signatures are kept sealed and not shown.
        """
        return self._call(_Operation("webhooks.listWebhooks", "GET", "/v0.1/admin/webhooks", "read", "query", "json"), {})

    def edit_webhook(self, *, id: str, body: WebhookChange) -> Webhook:
        """Enable or disable a webhook.

        Changes of servers that happen while it is disabled are not sent later, and what waits is given up.

        :param id: As in the list of webhooks
        """
        return self._call(_Operation("webhooks.editWebhook", "PATCH", "/v0.1/admin/webhooks/{id}", "once", "document", "json"), {"id": id, "body": body})

    def delete_webhook(self, *, id: str) -> RemovedWebhook:
        """Remove a webhook.

        With its deliveries, also those that wait, for good.

        :param id: As in the list of webhooks
        """
        return self._call(_Operation("webhooks.deleteWebhook", "DELETE", "/v0.1/admin/webhooks/{id}", "once", "query", "json"), {"id": id})

    def list_deliveries(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        webhook: str | None = None,
    ) -> DeliveryPage:
        """Deliveries to webhooks.

        Newest first. They are kept for 30 days. A delivery that fails is tried twelve times in some 16 hours, and then given up.

        :param cursor: `metadata.nextCursor` of the page before, exactly as returned
        :param limit: Entries on a page
        :param webhook: To this webhook alone
        """
        return self._call(_Operation("webhooks.listDeliveries", "GET", "/v0.1/admin/deliveries", "read", "query", "json", ("cursor", "deliveries")), {"cursor": cursor, "limit": limit, "webhook": webhook})

    def iter_deliveries(self, *, limit: int | None = None, webhook: str | None = None) -> Iterator[Delivery]:
        """Every entry of :meth:`list_deliveries`, page after page."""
        return self._each(_Operation("webhooks.listDeliveries", "GET", "/v0.1/admin/deliveries", "read", "query", "json", ("cursor", "deliveries")), {"limit": limit, "webhook": webhook})

    def redeliver(self, *, id: int) -> Delivery:
        """Send a delivery again.

        It is due at once, with the same id and body, and attempted as often as a new one.

        :param id: As in the list of deliveries
        """
        return self._call(_Operation("webhooks.redeliver", "POST", "/v0.1/admin/deliveries/{id}/redeliver", "once", "query", "json"), {"id": id})


class AuditOperations(_Area):
    """Operations of ``audit``."""

    def list_audit(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        name: str | None = None,
        action: Literal["publish", "edit", "status", "status-all", "delete", "import", "token.create", "token.revoke", "webhook.create", "webhook.edit", "webhook.delete", "webhook.redeliver"] | None = None,
        actor: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> AuditPage:
        """Who did what.

        Newest first. The trail is kept permanently: actions of admins over HTTP are in it beside the changes of servers.

        :param cursor: `metadata.nextCursor` of the page before, exactly as returned
        :param limit: Entries on a page
        :param name: A server name, or the beginning of one followed by `*`
        :param actor: Exactly this subject of an actor
        :param since: RFC 3339: at this time or later
        :param until: RFC 3339: before this time
        """
        return self._call(_Operation("audit.listAudit", "GET", "/v0.1/admin/audit", "read", "query", "json", ("cursor", "entries")), {"cursor": cursor, "limit": limit, "name": name, "action": action, "actor": actor, "since": since, "until": until})

    def iter_audit(
        self,
        *,
        limit: int | None = None,
        name: str | None = None,
        action: Literal["publish", "edit", "status", "status-all", "delete", "import", "token.create", "token.revoke", "webhook.create", "webhook.edit", "webhook.delete", "webhook.redeliver"] | None = None,
        actor: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> Iterator[AuditEntry]:
        """Every entry of :meth:`list_audit`, page after page."""
        return self._each(_Operation("audit.listAudit", "GET", "/v0.1/admin/audit", "read", "query", "json", ("cursor", "entries")), {"limit": limit, "name": name, "action": action, "actor": actor, "since": since, "until": until})

    def get_entry(self, *, id: int) -> AuditEntry:
        """One entry of the audit trail.

        With its whole detail: the list leaves out what is longer than 8 KiB.
        """
        return self._call(_Operation("audit.getEntry", "GET", "/v0.1/admin/audit/{id}", "read", "query", "json"), {"id": id})



class RegistryApi:
    """Tool server registry: its operations by area."""

    def __init__(self, connection: _Connection) -> None:
        self.servers = ServersOperations(connection)
        self.publishing = PublishingOperations(connection)
        self.sync = SyncOperations(connection)
        self.tokens = TokensOperations(connection)
        self.sessions = SessionsOperations(connection)
        self.system = SystemOperations(connection)
        self.webhooks = WebhooksOperations(connection)
        self.audit = AuditOperations(connection)
