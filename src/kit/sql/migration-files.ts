/** Reads the migrations that the code brings: `<folder>/0001_name.sql` and so on. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors/user-error.ts";

/** The migrations of one room of the product, such as `registry`. */
export interface MigrationRoom {
  readonly room: string;
  /** An absolute path. */
  readonly folder: string;
}

export interface Migration {
  readonly room: string;
  /** From 1, without gaps. */
  readonly number: number;
  readonly name: string;
  readonly text: string;
  /** Of the text with line ends as `\n`, because a checkout on Windows may change them. Hexadecimal. */
  readonly sha256: string;
}

const FILE = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/**
 * The migrations of a room in their order.
 *
 * @throws UserError when the folder is missing or a number is missing, given twice or badly written.
 */
export async function readMigrations({ room, folder }: MigrationRoom): Promise<Migration[]> {
  const files = await readdir(folder).catch((cause: unknown) => {
    throw new UserError(`The migrations of ${room} cannot be read from ${folder}. Install the program again.`, {
      cause,
    });
  });
  const migrations: Migration[] = [];
  for (const file of files.filter((name) => name.endsWith(".sql")).toSorted()) {
    const [, digits, name] = FILE.exec(file) ?? [];
    const number = migrations.length + 1;
    if (digits === undefined || name === undefined || Number(digits) !== number) {
      throw new UserError(
        `Among the migrations of ${room}, number ${number} should come next, but the next file is ${file}. ` +
          "Numbers run from 0001 without gaps; install the program again, or rename the file.",
      );
    }
    const text = (await readFile(join(folder, file), "utf8")).replaceAll("\r\n", "\n");
    migrations.push({ room, number, name, text, sha256: createHash("sha256").update(text).digest("hex") });
  }
  return migrations;
}

/** The name of a migration in messages: `registry/0002_status`. */
export function migrationTitle(migration: { room: string; number: number; name: string }): string {
  return `${migration.room}/${String(migration.number).padStart(4, "0")}_${migration.name}`;
}
