/** Export: all players as a file. The browser saves it as it comes, so that a million players fit. */
import { Section } from "../../../parts/page.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { texts } from "../../../say.ts";
import { LookupPage } from "../lookup-page.tsx";

const T = texts.players.export;

export function Export() {
  return (
    <LookupPage title={T.title} scope="admin">
      <p>{T.what}</p>
      <div class="cards">
        <Section title={T.csv}>
          <p>{T.csvWhat}</p>
          <a class="button" href="/Export?format=csv" download>
            {T.saveCsv}
          </a>
        </Section>
        <Section title={T.ndjson}>
          <p>{T.ndjsonWhat}</p>
          <a class="button" href="/Export?format=ndjson" download>
            {T.saveNdjson}
          </a>
        </Section>
      </div>
      <Section title={T.command}>
        <Snippet
          text={`curl -H "Authorization: $KEY" '${location.origin}/Export?format=csv' -o players.csv`}
          what={T.command}
        />
      </Section>
    </LookupPage>
  );
}
