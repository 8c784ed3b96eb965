/** `tripod registry audit`. */
import { formatInstant } from "../../kit/time/instant.ts";
import { writeJson } from "../write-json.ts";
import { withRegistry } from "./with-registry.ts";

export async function showAudit(
  name: string | undefined,
  { limit, json }: { limit: number; json: boolean },
): Promise<void> {
  const { nameBounds } = await import("../../registry/audit/index.ts");
  const rows = await withRegistry(({ deps }) =>
    deps.audit.list({ names: name === undefined ? undefined : nameBounds(name), limit: Math.min(limit, 10_000) }),
  );
  if (json) return writeJson(rows.map(({ at, ...row }) => ({ at: formatInstant(at), ...row })));
  if (rows.length === 0)
    process.stderr.write(name === undefined ? "Nothing happened yet.\n" : `Nothing happened to ${name}.\n`);
  for (const row of rows) {
    const what = [row.serverName ?? "-", ...(row.version === null ? [] : [row.version])].join(" ");
    const who = `${row.author.method}:${row.author.subject}`;
    process.stdout.write(
      `${formatInstant(row.at)}  ${row.action}  ${what}  by ${who}  ${JSON.stringify(row.detail)}\n`,
    );
  }
}
