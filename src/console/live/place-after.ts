/** Where signing in leads to. */

/** The page that was asked for before. An address of another place is not followed. */
export function placeAfter(to: string | null): string {
  return to !== null && /^\/console(?:\/|$)/.test(to) ? to : "/console";
}
