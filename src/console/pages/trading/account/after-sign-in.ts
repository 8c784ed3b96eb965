/** What happens after a sign-in to the trading platform. */
import { readTradingUser, tradingUser } from "../../../live/identity.ts";
import { go, query } from "../../../live/place.ts";
import { closePush } from "../../../live/push.ts";
import { placeAfter } from "../../../live/place-after.ts";

const SET_UP = "/console/trading/set-up-second-factor";

/** Shows the page that was wanted. A user who must have a second factor sets it up before. */
export async function showWantedPage(): Promise<void> {
  await readTradingUser();
  closePush();
  const to = placeAfter(query.value.get("to"));
  if (tradingUser.value?.twofactor_needed === true) go(`${SET_UP}?to=${encodeURIComponent(to)}`, { replace: true });
  else go(to, { replace: true });
}
