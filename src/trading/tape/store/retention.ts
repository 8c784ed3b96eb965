/** Removes what was recorded on days that are older than the settings keep. Imported files stay. */
import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { dayOf } from "../core/days.ts";
import { TAPE_KINDS, type TapeKind } from "../core/kinds.ts";
import { filesIn, namesIn, type Folders } from "./folders.ts";

/** Past days that are kept; 0 for all. */
export type Retention = Readonly<Record<TapeKind, number>>;

/** Answers how many days of codes, and of exchanges, it has removed. */
export async function removeOldDays(folders: Folders, keep: Retention, nowMs: number): Promise<number> {
  let removed = 0;
  for (const kind of TAPE_KINDS) {
    if (keep[kind] === 0) continue;
    const firstKept = dayOf(nowMs - keep[kind] * DAY_MS);
    for (const exchange of await namesIn(join(folders.root, "pending", kind), "exchange=")) {
      removed += await removeBefore(join(folders.root, "pending", kind, `exchange=${exchange}`), firstKept);
    }
    for (const exchange of await namesIn(join(folders.root, kind), "exchange=")) {
      const parent = join(folders.root, kind, `exchange=${exchange}`);
      for (const code of await namesIn(parent, "code="))
        removed += await removeBefore(join(parent, `code=${code}`), firstKept);
    }
  }
  return removed;
}

async function removeBefore(parent: string, firstKept: string): Promise<number> {
  const old = (await namesIn(parent, "day=")).filter((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && day < firstKept);
  let removed = 0;
  for (const day of old) {
    const folder = join(parent, `day=${day}`);
    const recorded = (await filesIn(folder)).filter(({ stage }) => stage !== "import");
    for (const { path } of recorded) await rm(path, { force: true });
    if (recorded.length > 0) removed++;
    // Empty ones go too: it fails on those that are not.
    await rmdir(folder).catch(() => undefined);
  }
  if (old.length > 0) await rmdir(parent).catch(() => undefined);
  return removed;
}
