/** Puts a data set into the tables as it would be there after its publication, past the program. */
import type { Database } from "../../src/kit/sql/database.ts";
import type { Instant } from "../../src/kit/time/instant.ts";
import { latestAfter } from "../../src/registry/servers/index.ts";
import type { Version } from "./data-set.ts";

const BATCH = 2_000;

export async function fill(db: Database, versions: readonly Version[]): Promise<void> {
  const byName = new Map<string, Version[]>();
  for (const version of versions) {
    const known = byName.get(version.name);
    if (known) known.push(version);
    else byName.set(version.name, [version]);
  }
  await insert(db, "registry.servers (name, latest_version, version_count, revision)", [...byName].map(serverRow), {
    name: "text",
    latest_version: "text",
    version_count: "int",
    revision: "bigint",
  });
  const columns =
    "registry.versions (server_name, version, status, status_changed_at, published_at, updated_at, document)";
  await insert(db, columns, versions.map(versionRow), {
    server_name: "text",
    version: "text",
    status: "text",
    a: "timestamptz",
    b: "timestamptz",
    c: "timestamptz",
    document: "json",
  });
  const remotes = versions.flatMap(({ name, version, document }) =>
    [...new Set((document.remotes ?? []).flatMap(({ url }) => url ?? []))].map((url) => [url, name, version]),
  );
  await insert(db, "registry.version_remotes (url, server_name, version)", remotes, {
    url: "text",
    server_name: "text",
    version: "text",
  });
  for (const table of ["servers", "versions", "version_remotes"]) {
    await db.execute({ name: `analyze.${table}`, text: `analyze registry.${table}` });
  }
}

/** Rows as arrays, in the order of the columns; `types` names one type for each. */
async function insert(
  db: Database,
  into: string,
  rows: readonly (readonly unknown[])[],
  types: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(types);
  const shape = Object.entries(types).map(([name, type]) => `${name} ${type}`);
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const objects = batch.map((row) => Object.fromEntries(row.map((value, at) => [names[at], value])));
    await db.execute({
      name: `fill.${into.split(" ", 1)[0]}`,
      text: `insert into ${into} select * from json_to_recordset($1::json) as r (${shape.join(", ")})`,
      values: [JSON.stringify(objects)],
    });
  }
}

function serverRow([name, versions]: [string, Version[]]): unknown[] {
  const ages = versions.map(({ version, publishedAt }) => ({
    version,
    publishedAt: (Date.parse(publishedAt) * 1000) as Instant,
    status: "active" as const,
  }));
  return [name, latestAfter(ages, []), versions.length, versions.length];
}

function versionRow({ name, version, publishedAt, document }: Version): unknown[] {
  return [name, version, "active", publishedAt, publishedAt, publishedAt, document];
}
