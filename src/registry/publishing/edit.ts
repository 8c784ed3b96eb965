/** Replacing the document of a published version. Its status, its time of publication and `latest` stay as they are. */
import { formatInstant } from "../../kit/time/instant.ts";
import {
  changeInstant,
  eventOf,
  serverErrors,
  shown,
  type ChangeContext,
  type Entry,
  type ServerDetail,
  type VersionRecord,
} from "../servers/index.ts";
import {
  acceptable,
  by,
  FULL_SERVER_TEXT,
  isServerFull,
  refuseForeignPackages,
  remoteUrls,
  takenText,
  type PublishDeps,
} from "./publish.ts";

/** @throws AppError of `serverErrors`: 404, 400 or 422 */
export async function edit(
  deps: PublishDeps,
  name: string,
  version: string,
  detail: ServerDetail,
  context: ChangeContext,
): Promise<Entry> {
  const document = acceptable(
    detail,
    deps.validationPolicy,
    (reason) => serverErrors.invalidEdit({ reason }),
    (reason) => serverErrors.editRefused({ reason }),
  );
  await refuseForeignPackages(deps, document, (reason) => serverErrors.editRefused({ reason }));
  const urls = remoteUrls(document);

  const change = await deps.servers.inTransaction(async (tx) => {
    const server = await tx.lock(name);
    const before = server && (await tx.findVersion(name, version));
    if (!server || !before || before.status === "deleted") throw serverErrors.notFound();
    await tx.lockRemotes(urls);
    const taken = await tx.takenRemote(name, urls);
    if (taken) throw serverErrors.editRefused({ reason: takenText(taken) });

    const text = JSON.stringify(document);
    const [bytes, bytesBefore] = [Buffer.byteLength(text), Buffer.byteLength(before.document)];
    if (await isServerFull(tx, deps.model.catalogue, name, bytes - bytesBefore)) {
      throw serverErrors.editRefused({ reason: FULL_SERVER_TEXT });
    }
    // The trail keeps the one that was replaced.
    await deps.storage.forDocuments(tx, context.author, bytes + bytesBefore);
    const at = changeInstant(deps.clock, before.updatedAt);
    const record: VersionRecord = { ...before, document: text, updatedAt: at };
    return tx.write({
      server,
      latestVersion: server.latestVersion,
      versionCount: server.versionCount,
      origin: "local",
      versions: [record],
      remotes: urls.map((url) => ({ version, url })),
      replacesDocuments: true,
      audit: {
        at,
        action: "edit",
        version,
        ...by(context),
        detail: { before: JSON.parse(before.document) as unknown },
      },
      event: eventOf("edited", server, version, formatInstant(at), server.latestVersion),
    });
  });
  await deps.model.applied(change);
  return shown(deps.model, name, version);
}
