/** `tripod backup` and `tripod restore`: of all services at once, which share a database. */
import type { TripodCommand } from "./tripod-command.ts";

export interface BackupCommandOptions {
  readonly tape: boolean;
  readonly withSecretKey: boolean;
  readonly verify: boolean;
  readonly json: boolean;
}

export interface RestoreCommandOptions {
  readonly nothingLost: boolean;
  readonly despiteConnections: boolean;
  readonly json: boolean;
}

export function addBackupCommands(program: TripodCommand): void {
  program
    .command("backup")
    .description("write everything into one file, while processes run; or verify such a file")
    .argument("<file>", "the backup; a file of this name must not exist yet")
    .option("--tape", "with the recorded history of markets", false)
    .option("--with-secret-key", "with the key that opens stored secrets; guard the file like the key then", false)
    .option("--verify", "make no backup; read this one, and say whether it is whole", false)
    .option("--json", "describe the backup as JSON on standard output", false)
    .action(async (file: string, options: BackupCommandOptions) => {
      const { runBackup, verifyBackup } = await import("./backup.ts");
      await (options.verify ? verifyBackup(file, options) : runBackup(file, options));
    });

  program
    .command("restore")
    .description("load a backup into an empty installation, and check it")
    .argument("<file>", "a file of `tripod backup`")
    .option(
      "--nothing-lost",
      "the installation was stopped before the backup was made, and has not run since: send what waits",
      false,
    )
    .option(
      "--despite-connections",
      "with --nothing-lost: programs that were connected during the backup were not Tripod, such as monitoring",
      false,
    )
    .option("--json", "describe what was restored as JSON on standard output", false)
    .action(async (file: string, options: RestoreCommandOptions) => {
      const { restore } = await import("./restore.ts");
      await restore(file, options);
    });
}
