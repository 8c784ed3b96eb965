/** The speaker of a chat line, by the names of the online players; and whether the line may be passed on. */
import { accountNamed, type NamedAccount } from "./passages.ts";

/** The known erasures. */
export interface KnownErasures {
  /** Whether any person ever was. */
  readonly hasAny: boolean;
  /** Accounts, of those that are online. */
  readonly accounts: ReadonlySet<string>;
}

export type Speaker =
  | { readonly kind: "known"; readonly platformId: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "erased" };

/**
 * The speaker by name. `erased`, too, for a name that no online player has where a person was ever erased: this may be
 * that person, who came a moment ago.
 */
export function speakerOf(name: string, online: readonly NamedAccount[], erasures: KnownErasures): Speaker {
  const named = online.filter((account) => account.name === name);
  if (named.some(({ platformId }) => erasures.accounts.has(platformId))) return { kind: "erased" };
  const platformId = accountNamed(name, named);
  if (platformId !== undefined) return { kind: "known", platformId };
  const isOneOfThem = named.length > 1 && !name.includes("?") && name !== "";
  return erasures.hasAny && !isOneOfThem ? { kind: "erased" } : { kind: "unknown" };
}

/** Whether a player said it; lines of the server itself and of plugins are of other kinds. */
export function isSaid<Line extends { readonly kind: string }>(line: Line): line is Extract<Line, { kind: "said" }> {
  return line.kind === "said";
}
