/** One user: what an admin sees of it, and what an admin may do. */
import { useState } from "preact/hooks";
import type { AdminUser } from "../../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../../live/asked.ts";
import { trading } from "../../../../live/clients.ts";
import type { TradingUser } from "../../../../live/identity.ts";
import { withParams } from "../../../../live/place.ts";
import { programWords } from "../../../../live/typed.ts";
import { Badge } from "../../../../parts/badge.tsx";
import { Facts } from "../../../../parts/facts.tsx";
import { Section } from "../../../../parts/page.tsx";
import { Empty, Show } from "../../../../parts/states.tsx";
import { Time, timeOfSeconds } from "../../../../parts/time.tsx";
import { say, texts } from "../../../../say.ts";
import { MadeLink, type Issued } from "./made-link.tsx";
import { UserActions } from "./user-actions.tsx";
import { STATUS_TONES } from "./user-list.tsx";

const T = texts.trading.users;

interface UserPanelProps {
  readonly uid: string;
  readonly admin: TradingUser;
}

export function UserPanel({ uid, admin }: UserPanelProps) {
  const asked = useAsked((signal) => findUser(uid, signal), [uid]);
  const [issued, setIssued] = useState<Issued>();
  const [active, setActive] = useState<readonly string[]>([]);
  return (
    <>
      <p>
        <a href={withParams({ user: undefined })}>{T.toList}</a>
      </p>
      <Show asked={asked} isEmpty={(user) => user === null} empty={<Empty title={say(T.unknown, { uid })} />}>
        {(user) =>
          user && (
            <>
              {issued && <MadeLink issued={issued} username={user.username} />}
              {active.length > 0 && (
                <p class="note">
                  {say(T.goOn, {
                    strategies: active.join(", "),
                    account: user.owner_uid ?? user.uid,
                    tripod: programWords(),
                  })}
                </p>
              )}
              <Section title={user.username}>
                <UserFacts user={user} />
                <UserActions
                  user={user}
                  admin={admin}
                  onChange={asked.again}
                  onIssued={setIssued}
                  onActiveStrategies={setActive}
                />
              </Section>
            </>
          )
        }
      </Show>
    </>
  );
}

function UserFacts({ user }: { readonly user: AdminUser }) {
  return (
    <Facts
      facts={[
        [T.columns.status, <Badge tone={STATUS_TONES[user.status]} text={T.statuses[user.status]} />],
        [T.columns.name, user.name],
        [T.columns.uid, user.uid],
        user.owner_uid === null
          ? undefined
          : [T.owner, <a href={withParams({ user: user.owner_uid })}>{user.owner_uid}</a>],
        [T.columns.email, user.email_verified ? user.email : say(T.unverified, { email: user.email })],
        [T.columns.role, T.roles[user.role]],
        [T.columns.twoFactor, user.two_factor ? T.on : T.off],
        [T.mayInvite, user.may_invite ? T.yes : T.no],
        [T.made, <Time at={timeOfSeconds(user.time_created)} />],
        [T.columns.lastLogin, <Time at={timeOfSeconds(user.last_login)} />],
      ]}
    />
  );
}

/** The list is in the order of uids, so the user is the first one behind the uid before. */
async function findUser(uid: string, signal: AbortSignal): Promise<AdminUser | null> {
  const number = Number(uid);
  if (!Number.isSafeInteger(number) || number < 1) return null;
  const { users } = await trading.admin.listUsers({ after: String(number - 1), limit: 1 }, { signal });
  return users.find((user) => user.uid === uid) ?? null;
}
