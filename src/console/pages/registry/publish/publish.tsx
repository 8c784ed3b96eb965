/** Publishes a version: a new server, or the next version of one. */
import type { ServerDetail } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useAsked } from "../../../live/asked.ts";
import { query } from "../../../live/place.ts";
import { Page } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";
import { EMPTY_DRAFT, nextVersionOf } from "../core/draft.ts";
import { Editor } from "./editor.tsx";
import { MayPublish } from "./may-publish.tsx";

const T = texts.registry.publish;

export function Publish() {
  const serverName = query.value.get("server");
  const version = query.value.get("version") ?? "latest";
  const asked = useAsked(
    async (signal) =>
      serverName === null
        ? EMPTY_DRAFT
        : nextVersionOf(
            (await registry.servers.getVersion({ serverName, version, include_deleted: true }, { signal })).server,
          ),
    [serverName, version],
  );
  return (
    <Page title={T.title}>
      <MayPublish action="publish" />
      <Show asked={asked}>
        {(initial) => (
          <Editor
            page={`publish ${serverName ?? ""} ${version}`}
            initial={initial}
            isEdit={false}
            action={T.action}
            send={publishServer}
          />
        )}
      </Show>
    </Page>
  );
}

function publishServer(body: ServerDetail): Promise<unknown> {
  return registry.publishing.publishServer({ body });
}
