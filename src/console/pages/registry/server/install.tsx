/** How to use a server: for each address and package the inputs, and snippets for clients. */
import type { Package, RemoteTransport, ServerResponse } from "../../../../../clients/typescript/src/registry.ts";
import { Facts } from "../../../parts/facts.tsx";
import { SafeLink } from "../../../parts/safe-link.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";
import { planPackage, planRemote, type InstallPlan, type NoPlan } from "../core/install-plan.ts";
import { officialOf } from "../core/official.ts";
import { shortNameOf } from "../core/snippets.ts";
import { Snippets } from "./snippets.tsx";

const T = texts.registry.install;

export function Install({ of }: { readonly of: ServerResponse }) {
  const { name, remotes = [], packages = [] } = of.server;
  const { status } = officialOf(of);
  const short = shortNameOf(name);
  if (remotes.length + packages.length === 0) return <Empty title={T.nothing} />;
  return (
    <>
      {status !== "active" && <p class="caution">{T.cautions[status]}</p>}
      {remotes.map((remote, at) => (
        <Section key={`r${at}`} title={say(T.remote, { type: remote.type })}>
          <RemoteFacts remote={remote} />
          <Plan plan={planRemote(remote)} name={short} />
        </Section>
      ))}
      {packages.map((each, at) => (
        <Section key={`p${at}`} title={say(T.package, { type: each.registryType })}>
          <PackageFacts of={each} />
          <Plan plan={planPackage(each)} name={short} />
        </Section>
      ))}
    </>
  );
}

function RemoteFacts({ remote: { url } }: { readonly remote: RemoteTransport }) {
  return <Facts facts={[[T.address, <code>{url}</code>]]} />;
}

function PackageFacts({ of }: { readonly of: Package }) {
  const { identifier, version, registryBaseUrl, fileSha256, transport } = of;
  return (
    <Facts
      facts={[
        [T.identifier, <SafeLink to={identifier} />],
        version === undefined ? undefined : [T.version, version],
        registryBaseUrl === undefined ? undefined : [T.source, <SafeLink to={registryBaseUrl} />],
        fileSha256 === undefined ? undefined : [T.digest, <code>{fileSha256}</code>],
        [T.transport, transport.type],
      ]}
    />
  );
}

function Plan({ plan, name }: { readonly plan: InstallPlan | NoPlan; readonly name: string }) {
  if (plan.kind === "none") return <p class="caution">{T.refusals[plan.why]}</p>;
  return (
    <>
      {plan.start?.hasRuntimeArguments === true && (
        <p class="caution">{say(T.runtimeArguments, { command: plan.start.command })}</p>
      )}
      <Snippets plan={plan} name={name} />
    </>
  );
}
