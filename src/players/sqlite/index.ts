/** The door of the SQLite area: the only code that knows the library which reads and writes SQLite files. */
export { SqliteError } from "./error.ts";
export { readSqlite, type SqliteReader, type SqliteValue } from "./read.ts";
export { writeSqlite } from "./write.ts";
