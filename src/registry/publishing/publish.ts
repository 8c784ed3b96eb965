/** Publishing a version: slow looks outside first, then one short transaction under the server's lock. */
import type { AppError } from "../../kit/errors/catalogue.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import {
  changeInstant,
  eventOf,
  MAX_SERVER_BYTES,
  latestAfter,
  normaliseServerDetail,
  shown,
  type Catalogue,
  type ChangeContext,
  type ChangeDeps,
  type Entry,
  type ServerDetail,
  type ServerTransaction,
  type VersionRecord,
} from "../servers/index.ts";
import { publisherMetaIssues } from "./core/publisher-meta.ts";
import { validateServer, type ValidationPolicy } from "./core/validate-server.ts";
import { publishErrors } from "./errors.ts";
import type { PackageOwnership } from "./packages/ownership.ts";

export interface PublishDeps extends ChangeDeps {
  readonly ownership: PackageOwnership;
  readonly validationPolicy: ValidationPolicy;
}

/** More versions of one server than this are a mistake of a publisher's build. */
export const MAX_SERVER_VERSIONS = 10_000;

/** @throws AppError of `publishErrors` */
export async function publish(deps: PublishDeps, detail: ServerDetail, context: ChangeContext): Promise<Entry> {
  const document = acceptable(detail, deps.validationPolicy);
  // Package registries may take seconds. A transaction must not wait for them: it would hold a connection and a lock.
  await refuseForeignPackages(deps, document, (reason) => publishErrors.refused({ reason }));
  const { name, version } = document;
  const urls = remoteUrls(document);

  const change = await deps.servers.inTransaction(async (tx) => {
    const server = await tx.lockToPublish(name, version, urls);
    const facts = await tx.publishFacts(name, version, urls);
    if (facts.duplicate) throw refused("invalid version: cannot publish duplicate version");
    if (server.versionCount >= MAX_SERVER_VERSIONS) {
      throw refused(`a server may have a maximum number of ${MAX_SERVER_VERSIONS} versions, and it has been reached`);
    }
    if (facts.takenRemote) throw refused(takenText(facts.takenRemote));

    const text = JSON.stringify(document);
    const bytes = Buffer.byteLength(text);
    if (await isServerFull(tx, deps.model.catalogue, name, bytes)) throw refused(FULL_SERVER_TEXT);
    await deps.storage.forDocuments(tx, context.author, bytes);

    const at = changeInstant(deps.clock, facts.latest?.publishedAt ?? (0 as never));
    const record: VersionRecord = {
      serverName: name,
      version,
      status: "active",
      statusMessage: null,
      statusChangedAt: at,
      publishedAt: at,
      updatedAt: at,
      document: text,
      extraMeta: null,
    };
    const latestVersion = latestAfter(facts.latest ? [facts.latest] : [], [record]);
    return tx.write({
      server,
      latestVersion,
      versionCount: server.versionCount + 1,
      origin: "local",
      versions: [record],
      remotes: urls.map((url) => ({ version, url })),
      replacesDocuments: false,
      audit: { at, action: "publish", version, ...by(context), detail: { isLatest: latestVersion === version } },
      event: eventOf("published", server, version, formatInstant(at), latestVersion),
    });
  });
  await deps.model.applied(change);
  return shown(deps.model, name, version);
}

/**
 * The document as it is stored: nothing that its publisher wrote is left out of it, but members that are empty.
 *
 * @throws 422 for a document that breaks a rule, 400 for metadata of the publisher that the registry does not keep.
 */
export function acceptable(
  detail: ServerDetail,
  policy: ValidationPolicy,
  invalid: (reason: string) => AppError = (reason) => publishErrors.invalid({ reason }),
  refuse: (reason: string) => AppError = refused,
): ServerDetail {
  const document = normaliseServerDetail(detail);
  const problem = validateServer(document, policy).find(({ severity }) => severity === "error");
  if (problem) throw invalid(problem.path === "" ? problem.message : `${problem.path}: ${problem.message}`);
  const [wrong] = publisherMetaIssues(document._meta);
  if (wrong) throw refuse(wrong.message);
  const { _meta: meta, ...rest } = document;
  return meta === undefined || Object.keys(meta).length === 0 ? rest : document;
}

/** @throws what `refuse` makes, when a package does not say that it belongs to the server. */
export async function refuseForeignPackages(
  deps: Pick<PublishDeps, "ownership">,
  { name, packages }: ServerDetail,
  refuse: (reason: string) => AppError,
): Promise<void> {
  if (!packages || packages.length === 0) return;
  const outcome = await deps.ownership.checkAll(packages, name);
  if (outcome.kind === "passed") return;
  const { index, identifier, why } = outcome;
  throw refuse(`registry validation failed for package ${index} (${identifier}): ${why}`);
}

/**
 * Whether the documents of a server would take too much with so many bytes more. The database is asked in the transaction
 * that holds the server, since other processes may have added some. It reads every document, so it is asked only where this
 * process knows of half the limit: no process stores the other half before the rest have followed.
 */
export async function isServerFull(
  tx: Pick<ServerTransaction, "countDocumentBytes">,
  catalogue: Pick<Catalogue, "find">,
  name: string,
  moreBytes: number,
): Promise<boolean> {
  if (moreBytes <= 0) return false;
  const entries = catalogue.find(name)?.entries ?? [];
  const followed = entries.reduce((sum, { documentBytes }) => sum + documentBytes, moreBytes);
  if (followed > MAX_SERVER_BYTES) return true;
  return followed > MAX_SERVER_BYTES / 2 && (await tx.countDocumentBytes(name)) + moreBytes > MAX_SERVER_BYTES;
}

export const FULL_SERVER_TEXT = `the documents of a server may have ${MAX_SERVER_BYTES} bytes in all, and this one would exceed that`;

/** The remote URLs of a document, each once. */
export function remoteUrls(detail: ServerDetail): string[] {
  const urls = (detail.remotes ?? []).map(({ url }) => url);
  return [...new Set(urls.filter((url) => url !== undefined))];
}

export function takenText(taken: { url: string; serverName: string }): string {
  return `remote URL ${taken.url} is already used by server ${taken.serverName}`;
}

export function by({ author, requestId }: ChangeContext) {
  return { author, requestId };
}

function refused(reason: string): AppError {
  return publishErrors.refused({ reason });
}
