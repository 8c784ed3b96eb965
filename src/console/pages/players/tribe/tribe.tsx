/** Tribe: who owns it, its members with their ranks, who came and went, and its log. */
import { useState } from "preact/hooks";
import type { FullTribe } from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { CopyButton } from "../../../parts/copy.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { Time } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";
import type { PageProps } from "../../../shell/pages.ts";
import { Facts } from "../../../parts/facts.tsx";
import { PlayerLink, shownName } from "../links.tsx";
import { LookupPage, WithKey } from "../lookup-page.tsx";
import { useToldPage } from "../told-page.ts";
import { Log } from "./log.tsx";
import { CameAndWent, Members } from "./members.tsx";
import { MOST_STAYS } from "./most-stays.ts";

const T = texts.players.tribe;
const TABS = {
  param: "show",
  tabs: [["members", T.members] as const, ["history", T.cameAndWent] as const, ["log", T.log.title] as const],
};

export function Tribe({ params: { id = "" } }: PageProps) {
  const [shown, setShown] = useState<FullTribe>();
  return (
    <LookupPage title={shown ? shownName(shown.Name) : T.title}>
      <TribeProfile id={id} tell={setShown} />
    </LookupPage>
  );
}

interface TribeProfileProps {
  readonly id: string;
  readonly tell: (tribe: FullTribe | undefined) => void;
}

function TribeProfile({ id, tell }: TribeProfileProps) {
  const tribe = useAsked((signal) => players.tribes.getTribe({ id }, { signal }), [id]);
  useToldPage(tribe.value, tell);
  return (
    <Show asked={tribe}>
      {(value) => (
        <>
          <Card tribe={value} />
          <Tabs label={T.parts} {...TABS} />
          <WithKey scope="history">{currentTab(TABS) === "log" ? <Log id={id} /> : <People id={id} />}</WithKey>
        </>
      )}
    </Show>
  );
}

function Card({ tribe: { Id, Created, Owner, Members: members } }: { readonly tribe: FullTribe }) {
  return (
    <Section title={T.details}>
      <Facts
        facts={[
          [T.owner, Owner ? <PlayerLink player={Owner} /> : T.unknown],
          [T.members, members.length],
          [
            T.id,
            <>
              <code>{Id}</code> <CopyButton text={Id} what={T.id} />
            </>,
          ],
          [T.created, <Time at={Created} />],
        ]}
      />
    </Section>
  );
}

function People({ id }: { readonly id: string }) {
  const asked = useAsked((signal) => players.tribes.listMembers({ id, limit: MOST_STAYS }, { signal }), [id]);
  return (
    <Show asked={asked}>
      {({ Members: members, History: stays }) =>
        currentTab(TABS) === "history" ? <CameAndWent stays={stays} /> : <Members members={members} />
      }
    </Show>
  );
}
