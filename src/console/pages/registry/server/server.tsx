/** A tool server: how to use it, its versions, and what its publisher may change. */
import type { ServerResponse } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useAsked } from "../../../live/asked.ts";
import { mayDo, registryCaller } from "../../../live/registry-caller.ts";
import { CopyButton, Snippet } from "../../../parts/copy.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { SafeLink } from "../../../parts/safe-link.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import type { PageProps } from "../../../shell/pages.ts";
import { serverAddress, versionAddress } from "../core/addresses.ts";
import { officialOf } from "../core/official.ts";
import "../registry.css";
import { StatusBadge } from "../status-badge.tsx";
import { Compare } from "./compare.tsx";
import { Install } from "./install.tsx";
import { StatusPanel } from "./status-panel.tsx";
import { Versions } from "./versions.tsx";

const T = texts.registry.server;
const TABS = [
  ["install", T.tabs.install],
  ["versions", T.tabs.versions],
  ["compare", T.tabs.compare],
  ["document", T.tabs.document],
  ["status", T.tabs.status],
] as const;

export function Server({ params: { name = "", version } }: PageProps) {
  const asked = useAsked(
    (signal) => registry.servers.listVersions({ serverName: name, include_deleted: true }, { signal }),
    [name],
  );
  const shown = asked.value && versionIn(asked.value.servers, version);
  return (
    <Page title={shown?.server.title ?? name} actions={shown && <Actions of={shown} />}>
      <Show asked={asked}>
        {({ servers }) =>
          shown ? (
            <Details shown={shown} all={servers} again={asked.again} />
          ) : (
            <Empty title={say(T.noVersion, { version: version ?? "" })}>
              <p>
                <a href={serverAddress(name)}>{T.toLatest}</a>
              </p>
            </Empty>
          )
        }
      </Show>
    </Page>
  );
}

/** Without a version, the latest one. */
function versionIn(all: readonly ServerResponse[], version: string | undefined): ServerResponse | undefined {
  if (version !== undefined && version !== "latest") return all.find(({ server }) => server.version === version);
  return all.find((each) => officialOf(each).isLatest) ?? all[0];
}

function Actions({ of: { server } }: { readonly of: ServerResponse }) {
  const caller = registryCaller.value;
  const from = encodeURIComponent(server.version);
  return (
    <>
      {caller && mayDo(caller, "edit", server.name) && (
        <a class="button" href={`${versionAddress(server.name, server.version)}/edit`}>
          {T.edit}
        </a>
      )}
      {caller && mayDo(caller, "publish", server.name) && (
        <a class="button" href={`/console/registry/publish?server=${encodeURIComponent(server.name)}&version=${from}`}>
          {T.publishNext}
        </a>
      )}
    </>
  );
}

interface DetailsProps {
  readonly shown: ServerResponse;
  readonly all: readonly ServerResponse[];
  readonly again: () => void;
}

function Details({ shown, all, again }: DetailsProps) {
  const { server } = shown;
  const official = officialOf(shown);
  const tab = currentTab({ param: "tab", tabs: TABS });
  return (
    <>
      <p>{server.description}</p>
      <Facts
        facts={[
          [
            T.name,
            <>
              <code>{server.name}</code> <CopyButton text={server.name} what={T.name} />
            </>,
          ],
          [
            T.version,
            <>
              {server.version} <StatusBadge status={official.status} /> {official.isLatest && T.latest}
            </>,
          ],
          official.statusMessage === undefined ? undefined : [T.statusMessage, official.statusMessage],
          [T.published, <Time at={official.publishedAt} />],
          server.websiteUrl === undefined ? undefined : [T.website, <SafeLink to={server.websiteUrl} />],
          server.repository?.url === undefined ? undefined : [T.repository, <SafeLink to={server.repository.url} />],
        ]}
      />
      <Tabs param="tab" label={T.parts} tabs={TABS} />
      {tab === "install" && <Install of={shown} />}
      {tab === "versions" && <Versions all={all} />}
      {tab === "compare" && <Compare all={all} shown={server.version} />}
      {tab === "document" && <Snippet text={JSON.stringify(server, null, 2)} what={T.tabs.document} />}
      {tab === "status" && <StatusPanel shown={shown} all={all} again={again} />}
    </>
  );
}
