/** Where signing in leads to. */

/** The page that was asked for before, else `usual`. An address of another place is not followed: it may come from anywhere. */
export function placeAfter(to: string | null, usual = "/console"): string {
  return to !== null && /^\/console(?:[/?]|$)/.test(to) ? to : usual;
}
