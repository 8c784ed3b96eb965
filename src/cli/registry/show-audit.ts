/** `tripod registry audit`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import type { Registry } from "../../registry/build.ts";
import { writeJson } from "../write-json.ts";
import { withRegistry } from "./with-registry.ts";

type AuditList = Registry["deps"]["audit"]["list"];
type AuditRows = Awaited<ReturnType<AuditList>>;
type AuditNames = Parameters<AuditList>[0]["names"];

/** An edit's row holds the document that it replaced. */
const PAGE_ROWS = 500;

export async function showAudit(
  name: string | undefined,
  { limit, json }: { limit: number; json: boolean },
): Promise<void> {
  const names = name === undefined ? undefined : await namesOf(name);
  const kept: AuditRows[] = [];
  const shown = await withRegistry(async ({ deps }) => {
    let count = 0;
    for await (const rows of listPages((filter) => deps.audit.list(filter), names, limit)) {
      count += rows.length;
      if (json) kept.push(rows);
      else for (const row of rows) process.stdout.write(lineOf(row));
    }
    return count;
  });
  if (json) return writeJson(kept.flat().map(({ at, ...row }) => ({ at: formatInstant(at), ...row })));
  if (shown === 0)
    process.stderr.write(name === undefined ? "Nothing happened yet.\n" : `Nothing happened to ${name}.\n`);
}

async function namesOf(name: string): Promise<AuditNames> {
  const { nameBounds } = await import("../../registry/audit/index.ts");
  const { couldMatch, parsePattern } = await import("../../registry/tokens/index.ts");
  const pattern = parsePattern(name);
  if (pattern !== undefined && couldMatch(pattern)) return nameBounds(pattern);
  throw new UserError(
    "Write a server's name (io.example/weather), or the beginning of one followed by * (io.example/*).",
  );
}

/** `limit` rows, newest first, in pages. */
async function* listPages(list: AuditList, names: AuditNames, limit: number): AsyncGenerator<AuditRows> {
  let before: Parameters<AuditList>[0]["before"];
  for (let left = limit; left > 0;) {
    const wanted = Math.min(left, PAGE_ROWS);
    const rows = await list({ names, before, limit: wanted });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < wanted) return;
    before = { at: last.at, id: String(last.id) };
    left -= rows.length;
  }
}

function lineOf(row: AuditRows[number]): string {
  const what = [row.serverName ?? "-", ...(row.version === null ? [] : [row.version])].join(" ");
  const who = `${row.author.method}:${row.author.subject}`;
  return `${formatInstant(row.at)}  ${row.action}  ${what}  by ${who}  ${JSON.stringify(row.detail)}\n`;
}
