/** Bans of the account, as its platform tells them. */
import type { FullProfile } from "../../../../../clients/typescript/src/players.ts";
import { Badge } from "../../../parts/badge.tsx";
import { count, texts } from "../../../say.ts";

const T = texts.players.player.banned;

export function Bans({ profile }: { readonly profile: FullProfile }) {
  const { CommunityBanned, AntiCheatBanned, NumberOfAntiCheatBans, NumberOfGameBans, DaysSinceLastBan } = profile;
  const bans = [
    ...(AntiCheatBanned || NumberOfAntiCheatBans > 0 ? [count(NumberOfAntiCheatBans, T.antiCheat)] : []),
    ...(NumberOfGameBans > 0 ? [count(NumberOfGameBans, T.game)] : []),
    ...(CommunityBanned ? [T.community] : []),
  ];
  if (bans.length === 0) return <p class="faint">{T.none}</p>;
  return (
    <>
      <p class="actions">
        {bans.map((text) => (
          <Badge key={text} tone="bad" text={text} />
        ))}
      </p>
      {NumberOfAntiCheatBans + NumberOfGameBans > 0 && <p>{count(DaysSinceLastBan, T.lastDays)}</p>}
    </>
  );
}
