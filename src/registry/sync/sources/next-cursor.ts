/**
 * What the metadata of a list says of the page that follows: a text, or null, undefined or an empty text where none does.
 * Registries of the first drafts write `next_cursor`; without it, their first page would look like everything.
 */
export function nextCursorOf(metadata: unknown): unknown {
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const { nextCursor, next_cursor: early } = metadata as { nextCursor?: unknown; next_cursor?: unknown };
  return nextCursor ?? early;
}
