/** Who is signed in to each service, with the way in and the way out. */
import { about } from "../live/about.ts";
import { players, trading } from "../live/clients.ts";
import { playersCaller, tradingUser } from "../live/identity.ts";
import { RegistryIdentity } from "./registry-identity.tsx";
import { say, texts } from "../say.ts";
import { signInAddress } from "../parts/states.tsx";

const SET_UP = "/console/trading/set-up-second-factor";

export function Identities() {
  const runs = (name: string): boolean => about.value?.services.some((each) => each.name === name) === true;
  return (
    <div class="identities">
      {runs("registry") && <RegistryIdentity />}
      {runs("players") && <PlayersIdentity />}
      {runs("trading") && <TradingIdentity />}
    </div>
  );
}

function TradingIdentity() {
  const user = tradingUser.value;
  if (user === undefined) return null;
  if (user === null)
    return <a href={signInAddress("trading")}>{say(texts.shell.signInTo, { service: texts.trading.title })}</a>;
  return (
    <span class="identity">
      {user.twofactor_needed && <a href={SET_UP}>{texts.trading.secondFactor.needed}</a>}
      <a href="/console/trading/account">
        {say(texts.shell.who, { service: texts.trading.title, name: user.username })}
      </a>
      <button type="button" class="quiet" onClick={() => void signOut()}>
        {texts.shell.signOut}
      </button>
    </span>
  );
}

/** Whose key it is, and what it opens. */
function PlayersIdentity() {
  const caller = playersCaller.value;
  if (caller === undefined) return null;
  if (caller === null)
    return <a href={signInAddress("players")}>{say(texts.shell.signInTo, { service: texts.players.title })}</a>;
  return (
    <span class="identity">
      <a href="/console/players/sign-in">{say(texts.players.signIn.who, { name: caller.Name })}</a>
      <button type="button" class="quiet" aria-label={texts.players.signIn.signOut} onClick={() => void leavePlayers()}>
        {texts.shell.signOut}
      </button>
    </span>
  );
}

async function leavePlayers(): Promise<void> {
  await players.sessions.endSession();
  location.assign("/console");
}

async function signOut(): Promise<void> {
  await trading.sessions.logout();
  // Nothing of the account stays in the memory of this page.
  location.assign("/console");
}
