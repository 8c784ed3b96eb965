/** The page that the user wanted to see before signing in. An address of another place is not followed. */
export function placeAfter(to: string | null): string {
  return to !== null && /^\/console(?:[/?]|$)/.test(to) ? to : "/console";
}
