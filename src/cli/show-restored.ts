/** Tells the operator what was restored, and what is left to do. */
import type { BackupManifest } from "../kit/backup/manifest.ts";
import type { DatabaseRestored } from "../kit/backup/restore-database.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { counted } from "../kit/text/counted.ts";
import type { RestoreCommandOptions } from "./backup-commands.ts";
import type { HeldBackAll } from "./restored.ts";

export interface Restored {
  readonly database: DatabaseRestored;
  /** Files of the tape. */
  readonly files: number;
  /** Undefined where nothing was lost. */
  readonly held: HeldBackAll | undefined;
  /** The problems in the data. */
  readonly problems: readonly string[];
  /** Ids of keys that the operator has to bring. */
  readonly neededKeys: readonly string[];
  readonly hasWrittenKeys: boolean;
}

/** @throws UserError where the restored data are wrong */
export function showRestored(
  manifest: BackupManifest,
  restored: Restored,
  { json }: Pick<RestoreCommandOptions, "json">,
): void {
  const { database, files, held, problems, neededKeys, hasWrittenKeys } = restored;
  if (json) {
    const { takenAt, version } = manifest;
    const facts = { takenAt, version, ...database, files, held: held ?? null, problems, neededKeys, hasWrittenKeys };
    process.stdout.write(`${JSON.stringify(facts)}\n`);
  } else {
    const { rows, tables, migrations, jobs } = database;
    const migrated = migrations === 0 ? "" : `, and brought up to date by ${counted(migrations, "migration")}`;
    process.stdout.write(
      `Restored the state of ${manifest.takenAt}: ${counted(rows, "row")} of ${counted(tables, "table")}, ` +
        `${counted(jobs, "job")}, ${counted(files, "file")} of the tape${migrated}\n`,
    );
    if (held) process.stdout.write(linesOf(held, database.jobsLeftOut).join(""));
    if (hasWrittenKeys) process.stdout.write("The secret key of the backup is in the data folder.\n");
    if (neededKeys.length > 0) {
      process.stdout.write(
        `Before the start, put the secret key ${neededKeys.join(", ")} into TRIPOD_SECRET_KEY, or into secret.key in the ` +
          "data folder (chmod 600).\n",
      );
    }
  }
  if (problems.length > 0) {
    throw new UserError(`Everything of the backup was restored, but ${problems.join("; ")}.`);
  }
}

function linesOf(held: HeldBackAll, jobs: number): string[] {
  const counts: readonly (readonly [number, string])[] = [
    [held.deliveries, "deliveries of webhooks not sent"],
    [held.mails, "mails not sent"],
    [held.messages, "messages not sent"],
    [held.alerts, "alerts not sent"],
    [jobs, "jobs that send something left out"],
    [held.acts, "actions on signals not done"],
    [held.orders, "orders not sent: they are looked up at their exchanges"],
    [held.runs, "active strategies paused: their owners start them again"],
    [held.sessions, "sessions ended: users log in again"],
    [held.withdrawals, "approved withdrawals: compare them with the block chain before you pay them"],
  ];
  const some = counts.filter(([count]) => count > 0).map(([count, what]) => `  ${count} ${what}\n`);
  return some.length === 0 ? [] : ["What may have happened since the backup is not done again:\n", ...some];
}
