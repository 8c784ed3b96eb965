/**
 * What this room needs of a logger: fields to search by, and a sentence that can be read alone.
 * Any pino logger fits.
 */
export interface SqlLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}
