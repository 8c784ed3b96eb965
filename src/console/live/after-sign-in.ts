/** Where the user wanted to go before signing in at another site. Only this tab keeps it, until the user is back. */
import { placeAfter } from "./place-after.ts";

const KEY = "tripod.after-sign-in";

export function setPlaceAfter(to: string | null): void {
  if (to === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, placeAfter(to));
}

export function rememberedPlace(): string {
  const to = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return placeAfter(to);
}
