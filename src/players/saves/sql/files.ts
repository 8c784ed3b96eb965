/** The files that have been applied. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { HeldFile } from "../core/apply/judge-files.ts";
import type { AppliedFile, Holders } from "../core/apply/plan-batch.ts";
import type { FileStamp } from "../watch/core/file-stamp.ts";
import type { SaveKind } from "../watch/core/save-kind.ts";

/** The data that let a watcher skip files that it has read before. */
export async function knownFiles(db: Queryable, server: string): Promise<Map<string, FileStamp>> {
  const rows = await db.query<{ file_name: string; stamp: FileStamp }>({
    name: "players.knownFiles",
    text: "select file_name, stamp from players.save_files where server = $1",
    values: [server],
  });
  return new Map(rows.map(({ file_name, stamp }) => [file_name, stamp]));
}

/** The earlier content of a server's files before a batch: they may hold another player now. */
export async function findFiles(
  tx: Transaction,
  server: string,
  fileNames: readonly string[],
): Promise<Map<string, AppliedFile>> {
  const rows = await tx.query<{
    file_name: string;
    kind: SaveKind;
    subject_id: string | null;
    log_marks: Buffer | null;
  }>({
    name: "players.findFiles",
    text: `select file_name, kind, subject_id::text as subject_id, log_marks
      from players.save_files where server = $1 and file_name = any ($2::text[])`,
    values: [server, fileNames],
  });
  return new Map(
    rows.map(({ file_name, kind, subject_id, log_marks }) => [
      file_name,
      { kind, subjectId: subject_id, logMarks: log_marks },
    ]),
  );
}

/** All files of some players and tribes, of all servers. The rows of both are locked, so that no other process adds any. */
export async function listHolders(
  tx: Transaction,
  players: readonly bigint[],
  tribes: readonly number[],
): Promise<Holders> {
  const rows = await tx.query<{
    kind: "profile" | "tribe";
    subject_id: string;
    server: string;
    file_name: string;
    modified_at: Instant;
  }>({
    name: "players.listHolders",
    text: `select kind, subject_id::text as subject_id, server, file_name, modified_at from players.save_files
        where kind = 'profile' and subject_id = any ($1::bigint[])
      union all
      select kind, subject_id::text, server, file_name, modified_at from players.save_files
        where kind = 'tribe' and subject_id = any ($2::bigint[])`,
    values: [players.map(String), tribes],
  });
  const ofPlayers = new Map<bigint, HeldFile[]>();
  const ofTribes = new Map<number, HeldFile[]>();
  for (const { kind, subject_id, server, file_name, modified_at } of rows) {
    const file = { server, fileName: file_name, modifiedAt: modified_at };
    if (kind === "profile") collect(ofPlayers, BigInt(subject_id), file);
    else collect(ofTribes, Number(subject_id), file);
  }
  return { ofPlayers, ofTribes };
}

function collect<Id>(files: Map<Id, HeldFile[]>, id: Id, file: HeldFile): void {
  const list = files.get(id);
  if (list) list.push(file);
  else files.set(id, [file]);
}

/** A file to be remembered. */
export interface FileToNote {
  readonly fileName: string;
  readonly kind: SaveKind;
  readonly stamp: FileStamp;
  readonly modifiedAt: Instant;
  readonly subjectId?: bigint | number;
  readonly logMarks?: Buffer;
}

/** Remembers files as applied. Those that are remembered so already cost no write. */
export async function noteFiles(tx: Transaction, server: string, files: readonly FileToNote[]): Promise<void> {
  if (files.length === 0) return;
  await tx.execute({
    name: "players.noteFiles",
    text: `insert into players.save_files as known
        (server, file_name, kind, stamp, modified_at, subject_id, log_marks)
      select $1, file_name, kind, stamp, modified_at, subject_id, log_marks
      from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::bigint[], $7::bytea[])
        as v (file_name, kind, stamp, modified_at, subject_id, log_marks)
      on conflict (server, file_name) do update set kind = excluded.kind, stamp = excluded.stamp,
        modified_at = excluded.modified_at, subject_id = excluded.subject_id, log_marks = excluded.log_marks
      where (known.kind, known.stamp, known.modified_at, known.subject_id, known.log_marks) is distinct from
        (excluded.kind, excluded.stamp, excluded.modified_at, excluded.subject_id, excluded.log_marks)`,
    values: [
      server,
      files.map(({ fileName }) => fileName),
      files.map(({ kind }) => kind),
      files.map(({ stamp }) => stamp),
      files.map(({ modifiedAt }) => timestamp(modifiedAt)),
      files.map(({ subjectId }) => (subjectId === undefined ? null : String(subjectId))),
      files.map(({ logMarks }) => logMarks ?? null),
    ],
  });
}

/** Forgets files that are gone. */
export async function forgetFiles(tx: Transaction, server: string, fileNames: readonly string[]): Promise<void> {
  if (fileNames.length === 0) return;
  await tx.execute({
    name: "players.forgetFiles",
    text: "delete from players.save_files where server = $1 and file_name = any ($2::text[])",
    values: [server, fileNames],
  });
}

/** Takes the stamps off files whose contents count now and are not stored, so that they are read at the next start. */
export async function askToReadAgain(tx: Transaction, files: readonly HeldFile[]): Promise<void> {
  if (files.length === 0) return;
  await tx.execute({
    name: "players.askToReadAgain",
    text: `update players.save_files f set stamp = '' from unnest($1::text[], $2::text[]) as v (server, file_name)
      where f.server = v.server and f.file_name = v.file_name and f.stamp <> ''`,
    values: [files.map(({ server }) => server), files.map(({ fileName }) => fileName)],
  });
}
