/** A link with which a user sets a password: on its way by mail, or shown here this once. */
import type { ResetPasswordResult } from "../../../../../../clients/typescript/src/trading.ts";
import { Snippet } from "../../../../parts/copy.tsx";
import { Section } from "../../../../parts/page.tsx";
import { Time, timeOfSeconds } from "../../../../parts/time.tsx";
import { say, texts } from "../../../../say.ts";

const T = texts.trading.users.link;

export type Issued = Pick<ResetPasswordResult, "link" | "mailed_to">;

export function MadeLink({
  issued: { link, mailed_to },
  username,
}: {
  readonly issued: Issued;
  readonly username: string;
}) {
  return (
    <Section title={say(T.title, { username })}>
      {link === null ? (
        <p role="status">{say(T.mailed, { address: mailed_to ?? "" })}</p>
      ) : (
        <>
          <p role="status">
            {link.url === null ? T.token : T.handOver} {T.until} <Time at={timeOfSeconds(link.expires_at)} />
          </p>
          <Snippet text={link.url ?? link.token} what={T.what} />
        </>
      )}
    </Section>
  );
}
