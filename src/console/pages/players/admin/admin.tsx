/** Administration of the lookup: data sources, servers, keys, webhooks, privacy requests, and the audit trail. */
import { playersCaller } from "../../../live/identity.ts";
import { programWords } from "../../../live/typed.ts";
import { ProgramChecks } from "../../../parts/program-checks.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { say, texts } from "../../../say.ts";
import { LookupPage } from "../lookup-page.tsx";
import { Audit } from "./audit.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Doctor } from "./doctor.tsx";
import { GameServers } from "./game-servers.tsx";
import { Keys } from "./keys.tsx";
import { People } from "./people.tsx";
import { Webhooks } from "./webhooks.tsx";

const T = texts.players.admin;
const TABS = {
  param: "show",
  tabs: [
    ["doctor", T.doctor.title] as const,
    ["servers", T.servers.title] as const,
    ["keys", T.keys.title] as const,
    ["webhooks", T.webhooks.title] as const,
    ["deliveries", T.deliveries.title] as const,
    ["people", T.people.title] as const,
    ["audit", T.audit.title] as const,
    ["checks", T.checks.title] as const,
  ],
};
const VIEWS: Readonly<Record<string, () => preact.JSX.Element>> = {
  doctor: Doctor,
  servers: GameServers,
  keys: Keys,
  webhooks: Webhooks,
  deliveries: Deliveries,
  people: People,
  audit: Audit,
  checks: () => <ProgramChecks service="players" />,
};

export function Admin() {
  const View = VIEWS[currentTab(TABS)] ?? Doctor;
  return (
    <LookupPage title={T.title} scope="admin">
      {playersCaller.value?.Demo === true && <p class="note">{say(T.guest, { tripod: programWords() })}</p>}
      <Tabs label={T.parts} {...TABS} />
      <View />
    </LookupPage>
  );
}
