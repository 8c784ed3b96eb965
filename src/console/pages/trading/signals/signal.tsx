/** One signal: who publishes it, its record with every iteration, its positions on a chart, and what its owner does with it. */
import type { Signal as Published } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { moneyAt, useExchanges } from "../../../live/exchanges.ts";
import { tradingUser } from "../../../live/identity.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { SafeLink } from "../../../parts/safe-link.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import type { PageProps } from "../../../shell/pages.ts";
import { texts } from "../../../say.ts";
import { DeveloperFacts } from "./developer.tsx";
import { Hooks } from "./hooks.tsx";
import { Iterations } from "./iterations.tsx";
import { ManageSignal } from "./manage-signal.tsx";
import { findDeveloper } from "./own-developer.ts";
import { Positions } from "./positions.tsx";
import { isOpen } from "./signal-columns.tsx";

const T = texts.trading.signals;
const EVERY_MS = 10_000;

export function Signal({ params: { id = "" } }: PageProps) {
  useExchanges();
  const asked = useAsked(
    async (signal) => {
      const { signals } = await trading.signals.listFeed({ id }, { signal });
      return { found: signals[0] };
    },
    [id],
    { everyMs: EVERY_MS },
  );
  const found = asked.value?.found;
  return (
    <Page title={found?.c_name ?? T.title} actions={<a href="/console/trading/signals">{T.toList}</a>}>
      <Show asked={asked} isEmpty={(value) => value.found === undefined} empty={<Empty title={T.gone} />}>
        {(value) => value.found && <Shown of={value.found} onChange={asked.again} />}
      </Show>
    </Page>
  );
}

interface ShownProps {
  readonly of: Published;
  readonly onChange: () => void;
}

function Shown({ of: signal, onChange }: ShownProps) {
  const { id, c_uid, c_codes, c_status, c_iteration } = signal;
  const isMine = c_uid === String(tradingUser.value?.uid);
  const turn = `${c_iteration} ${c_status}`;
  return (
    <>
      <MoneyFrame kind={moneyAt(c_codes)} title={T.record}>
        <Record of={signal} />
      </MoneyFrame>
      {isMine && <ManageSignal of={signal} onChange={onChange} />}
      {isMine && <Hooks signals={[signal]} />}
      <Positions id={id} code={c_codes} turn={turn} />
      <Iterations id={id} turn={turn} />
      {!isMine && <Author uid={c_uid} />}
    </>
  );
}

function Record({ of }: { readonly of: Published }) {
  const notes = [of.custom_1, of.custom_2, of.custom_3, of.custom_4].filter((note) => note !== "");
  return (
    <>
      {of.c_description !== "" && <p>{of.c_description}</p>}
      {notes.map((note) => (
        <p key={note} class="faint">
          {note}
        </p>
      ))}
      <Facts
        facts={[
          [
            T.columns.state,
            <Badge tone={isOpen(of) ? "good" : "plain"} text={isOpen(of) ? T.states.open : T.states.closed} />,
          ],
          [T.columns.market, <a href={`/console/trading/markets/${encodeURIComponent(of.c_codes)}`}>{of.c_codes}</a>],
          [T.columns.profit, of.c_profit === "" ? T.noResult : of.c_profit],
          [T.facts.average, of.c_average === "" ? T.noResult : of.c_average],
          [T.columns.success, of.c_success_rate === "" ? T.noResult : of.c_success_rate],
          [T.facts.streak, of.c_current_success_streak],
          [T.facts.volume, of.c_usdt_volume],
          [T.columns.subscribers, `${of.c_subscribers_current} / ${of.c_subscribers_max}`],
          [T.columns.price, of.c_price],
        ]}
      />
    </>
  );
}

function Author({ uid }: { readonly uid: string }) {
  const asked = useAsked((ending) => findDeveloper(uid, ending), [uid]);
  return (
    <Section title={T.author}>
      <Show asked={asked} isEmpty={(found) => found === null} empty={<p class="faint">{T.noAuthor}</p>}>
        {(found) =>
          found && (
            <>
              <p>
                <strong>{found.name}</strong> {found.website !== "" && <SafeLink to={found.website} />}
              </p>
              {found.description !== "" && <p>{found.description}</p>}
              <DeveloperFacts of={found} />
              {tradingUser.value?.role === "admin" && (
                <ActionForm
                  isMinor
                  action={found.verified ? T.unverify : T.verify}
                  done={T.verifyDone}
                  send={async () => {
                    await trading.signals.verifyDeveloper({ id: uid, verified: !found.verified });
                    asked.again();
                  }}
                />
              )}
            </>
          )
        }
      </Show>
    </Section>
  );
}
