/** Edits the document of a version that is published. */
import { registry } from "../../../live/clients.ts";
import { useAsked } from "../../../live/asked.ts";
import { Page } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";
import type { PageProps } from "../../../shell/pages.ts";
import { writeDraft } from "../core/draft.ts";
import { Editor } from "./editor.tsx";
import { MayPublish } from "./may-publish.tsx";

const T = texts.registry.publish;

export function Edit({ params: { name: serverName = "", version = "" } }: PageProps) {
  const asked = useAsked(
    (signal) => registry.servers.getVersion({ serverName, version, include_deleted: true }, { signal }),
    [serverName, version],
  );
  return (
    <Page title={say(T.editTitle, { name: serverName, version })}>
      <MayPublish action="edit" />
      <Show asked={asked}>
        {({ server }) => (
          <Editor
            page={`edit ${serverName} ${server.version}`}
            initial={writeDraft({ ...server })}
            isEdit
            action={T.editAction}
            send={(body) => registry.publishing.editVersion({ serverName, version: server.version, body })}
          />
        )}
      </Show>
    </Page>
  );
}
