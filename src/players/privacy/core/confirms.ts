/** Whether a caller who is about to erase a person has typed the right confirmation. */

/**
 * True for the requested id, for the account's id, and for the id or name of one of its characters; spaces around it
 * are ignored. Never for an empty text, which may be a character's name.
 */
export function confirms(
  typed: string,
  id: string,
  person: {
    readonly platformId: string | null;
    readonly players: readonly { readonly id: bigint; readonly name: string }[];
  },
): boolean {
  const text = typed.trim();
  if (text === "") return false;
  const ids = [id, person.platformId ?? id, ...person.players.map((player) => String(player.id))];
  return ids.includes(text) || person.players.some(({ name }) => name.trim() === text);
}
