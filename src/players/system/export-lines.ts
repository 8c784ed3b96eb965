/** Players as lines of text. */
import { shownTime } from "../directory/index.ts";
import type { ExportRow } from "./store.ts";

const COLUMNS = [
  "Id",
  "CharacterName",
  "PlatformName",
  "PlatformId",
  "Level",
  "TribeId",
  "TribeName",
  "Online",
  "Created",
  "LastSeen",
  "PlaytimeSeconds",
] as const;

export const CSV_HEAD = `${COLUMNS.join(",")}\r\n`;

/** A JSON object and a line feed. Ids are written digit by digit. */
export function ndjsonLine(row: ExportRow): string {
  const rest = {
    CharacterName: row.characterName,
    PlatformName: row.platformName,
    PlatformId: row.platformId,
    Level: row.level,
    TribeId: row.tribeId,
    TribeName: row.tribeName,
    Online: row.isOnline,
    Created: shownTime(row.created),
    LastSeen: row.lastSeen === null ? null : shownTime(row.lastSeen),
    PlaytimeSeconds: row.playtimeSeconds,
  };
  return `{"Id":${row.id},${JSON.stringify(rest).slice(1)}\n`;
}

/** A line of CSV (RFC 4180). Names that a spreadsheet would take for a formula get an apostrophe in front. */
export function csvLine(row: ExportRow): string {
  const cells = [
    String(row.id),
    textCell(row.characterName),
    textCell(row.platformName),
    textCell(row.platformId),
    String(row.level),
    String(row.tribeId ?? ""),
    textCell(row.tribeName ?? ""),
    String(row.isOnline),
    shownTime(row.created),
    row.lastSeen === null ? "" : shownTime(row.lastSeen),
    String(row.playtimeSeconds),
  ];
  return `${cells.join(",")}\r\n`;
}

function textCell(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
