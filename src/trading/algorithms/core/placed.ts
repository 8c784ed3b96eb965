/** Lists of parts whose order users choose. */

/**
 * The list with a part at a position, and without the same part where it was before.
 *
 * @param position from 0 to the number of the others; undefined for the end, or for where it is
 * @returns undefined for a position past the end
 */
export function placed<Part extends { readonly id: number }>(
  parts: readonly Part[],
  part: Part,
  position?: number,
): readonly Part[] | undefined {
  const before = parts.findIndex(({ id }) => id === part.id);
  const others = parts.filter(({ id }) => id !== part.id);
  const at = position ?? (before < 0 ? others.length : before);
  return at > others.length ? undefined : others.toSpliced(at, 0, part);
}

/** The list without a part. */
export function without<Part extends { readonly id: number }>(parts: readonly Part[], id: number): readonly Part[] {
  return parts.filter((each) => each.id !== id);
}
