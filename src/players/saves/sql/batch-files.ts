/** The files of a batch, as they are applied and remembered. */
import type { SavedProfile } from "../core/profile.ts";
import type { SavedTribe } from "../core/tribe.ts";
import type { SavedBatch } from "../store.ts";
import type { SaveChange } from "../watch/save-changes.ts";
import type { Erasures } from "./erasures.ts";
import type { FileToNote } from "./files.ts";

export interface BatchFiles {
  /** Of people who were not erased. */
  readonly profiles: readonly SaveChange<SavedProfile>[];
  readonly tribes: readonly SaveChange<SavedTribe>[];
  /** Files that are gone, and those of people who were erased. */
  readonly removed: readonly string[];
}

/** Leaves out erased people, and looks up all players that the batch names. */
export async function keptFiles({ changes }: SavedBatch, erasures: Erasures): Promise<BatchFiles> {
  const { profiles, tribes } = changes;
  await erasures.look(
    [
      ...profiles.map(({ content }) => String(content.id)),
      ...tribes.flatMap(({ content }) => [content.ownerId ?? 0n, ...content.members.map(({ id }) => id)].map(String)),
    ],
    profiles.flatMap(({ content }) => content.platformId ?? []),
  );
  const isErased = ({ content: { id, platformId } }: SaveChange<SavedProfile>): boolean =>
    erasures.isPlayer(id) || (platformId !== undefined && erasures.isAccount(platformId));
  return {
    profiles: profiles.filter((file) => !isErased(file)),
    tribes,
    removed: [...changes.removed, ...profiles.filter(isErased).map(({ fileName }) => fileName)],
  };
}

/** The remembered part of a batch. `marks` are those of its tribes' logs. */
export function filesToNote(
  { changes }: SavedBatch,
  { profiles, tribes }: BatchFiles,
  marks: readonly Buffer[],
): FileToNote[] {
  return [
    ...profiles.map((file) => ({ ...versionOf(file), kind: "profile" as const, subjectId: file.content.id })),
    ...tribes.map((file, index) => ({
      ...versionOf(file),
      kind: "tribe" as const,
      subjectId: file.content.id,
      logMarks: marks[index] ?? Buffer.alloc(0),
    })),
    ...changes.tributes.map((file) => ({ ...versionOf(file), kind: "tributeTribe" as const })),
    ...changes.worlds.map((file) => ({ ...versionOf(file), kind: "world" as const })),
  ];
}

function versionOf({
  fileName,
  stamp,
  modifiedAt,
}: Omit<SaveChange<unknown>, "content">): Pick<FileToNote, "fileName" | "stamp" | "modifiedAt"> {
  return { fileName, stamp, modifiedAt };
}
