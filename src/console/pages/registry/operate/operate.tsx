/** What operators of the registry do: the audit trail, webhooks, tokens, keys, the mirror, checks and the export. */
import type { JSX } from "preact";
import { useKeptCaller } from "../../../live/kept-caller.ts";
import { typed } from "../../../live/typed.ts";
import { isRegistryAdmin, registryCaller } from "../../../live/registry-caller.ts";
import { Page, Section } from "../../../parts/page.tsx";
import { ProgramChecks } from "../../../parts/program-checks.tsx";
import { SessionEnded } from "../../../parts/session-ended.tsx";
import { Empty, Loading, signInAddress } from "../../../parts/states.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { say, texts } from "../../../say.ts";
import "../registry.css";
import { Audit } from "./audit.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Keys } from "./keys.tsx";
import { Mirror } from "./mirror.tsx";
import { Tokens } from "./tokens.tsx";
import { Webhooks } from "./webhooks.tsx";

const T = texts.registry.operate;
const TABS = [
  ["audit", T.tabs.audit],
  ["webhooks", T.tabs.webhooks],
  ["deliveries", T.tabs.deliveries],
  ["tokens", T.tabs.tokens],
  ["keys", T.tabs.keys],
  ["mirror", T.tabs.mirror],
  ["checks", T.tabs.checks],
  ["export", T.tabs.export],
] as const;
type Tab = (typeof TABS)[number][0];

const VIEWS: Readonly<Record<Tab, () => JSX.Element>> = {
  audit: Audit,
  webhooks: Webhooks,
  deliveries: Deliveries,
  tokens: Tokens,
  keys: Keys,
  mirror: Mirror,
  checks: () => <ProgramChecks service="registry" />,
  export: Export,
};

export function Operate() {
  const { caller, hasEnded } = useKeptCaller(registryCaller.value);
  const View = VIEWS[currentTab({ param: "tab", tabs: TABS }) as Tab];
  return (
    <Page title={T.title}>
      {caller && isRegistryAdmin(caller) ? (
        <>
          {hasEnded && <SessionEnded service="registry" />}
          <Tabs param="tab" label={T.title} tabs={TABS} />
          <View />
        </>
      ) : (
        <NotAdmin />
      )}
    </Page>
  );
}

function NotAdmin() {
  const caller = registryCaller.value;
  if (caller === undefined) return <Loading />;
  return (
    <Empty title={caller ? say(T.notAdmin, { subject: caller.subject }) : T.signInFirst}>
      <p>
        {T.adminToken} <code>{typed("registry token --admin --ttl 1h")}</code>
      </p>
      <a class="button" href={signInAddress("registry")}>
        {texts.states.signIn}
      </a>
    </Empty>
  );
}

/** The browser saves it as it comes: a registry of any size. */
function Export() {
  return (
    <Section title={T.tabs.export}>
      <p>{T.exportHint}</p>
      <a class="button" href="/v0.1/export" download="registry.ndjson">
        {T.exportAction}
      </a>
    </Section>
  );
}
