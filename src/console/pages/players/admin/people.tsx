/** Privacy requests: stop keeping a player's history, or erase a player. Both want the name typed. */
import { useState } from "preact/hooks";
import type { Erasure, Person } from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { useParam } from "../../../live/param.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { visibleText } from "../../../parts/visible-text.ts";
import { say, texts } from "../../../say.ts";
import { PlayerLink } from "../links.tsx";

const T = texts.players.admin.people;
type Character = Person["Players"][number];

export function People() {
  const [id, setId] = useParam("id");
  return (
    <>
      <Section title={T.find}>
        <p>{T.what}</p>
        <div class="narrow">
          <ActionForm action={T.find} send={({ person = "" }) => Promise.resolve(setId(person.trim()))}>
            <Field label={T.id} name="person" initial={id} hint={T.idHint} maxLength={64} autocomplete="off" required />
          </ActionForm>
        </div>
      </Section>
      {id !== "" && <Found key={id} id={id} />}
    </>
  );
}

function Found({ id }: { readonly id: string }) {
  const person = useAsked((signal) => players.privacy.findPerson({ id }, { signal }), [id]);
  const [erased, setErased] = useState<Erasure>();
  if (erased) return <Erased erased={erased} />;
  return (
    <Show asked={person}>
      {(value) => (
        <Section title={T.found} actions={<Erase id={id} person={value} erased={setErased} />}>
          <p>
            {T.account} <code>{value.PlatformId ?? T.noAccount}</code>
          </p>
          {value.Players.length === 0 ? (
            <p class="faint">{T.neverMet}</p>
          ) : (
            <Table
              caption={T.characters}
              columns={columnsOf(person.again)}
              rows={value.Players}
              keyOf={({ Id }) => Id}
            />
          )}
        </Section>
      )}
    </Show>
  );
}

function columnsOf(again: () => void): readonly Column<Character>[] {
  return [
    { title: T.character, isMain: true, cell: (character) => <PlayerLink player={character} /> },
    { title: T.number, cell: ({ Id }) => <code>{Id}</code> },
    {
      title: T.history,
      cell: ({ OptedOut }) => <Badge tone={OptedOut ? "warn" : "plain"} text={OptedOut ? T.notKept : T.kept} />,
    },
    { title: T.actions, cell: (character) => <OptOut of={character} again={again} /> },
  ];
}

function OptOut({
  of: { Id, CharacterName, OptedOut },
  again,
}: {
  readonly of: Character;
  readonly again: () => void;
}) {
  const name = visibleText(CharacterName) === "" ? Id : CharacterName;
  return (
    <Danger
      action={OptedOut ? T.keepAgain : T.keepNone}
      question={say(OptedOut ? T.keepAgainAsk : T.keepNoneAsk, { name })}
      consequence={<p>{OptedOut ? T.keepAgainWhat : T.keepNoneWhat}</p>}
      name={name}
      done={OptedOut ? T.keptAgain : T.keptNone}
      send={async () => {
        await players.privacy.setOptOut({ id: Id, body: { OptedOut: !OptedOut, Confirm: Id } });
        again();
      }}
    />
  );
}

interface EraseProps {
  readonly id: string;
  readonly person: Person;
  readonly erased: (erasure: Erasure) => void;
}

function Erase({ id, person, erased }: EraseProps) {
  const [first] = person.Players;
  const name = first === undefined || visibleText(first.CharacterName) === "" ? id : first.CharacterName;
  return (
    <Danger
      action={T.erase}
      question={say(T.eraseAsk, { name })}
      consequence={
        <>
          <p>{T.eraseWhat}</p>
          <ul>
            {person.Players.map(({ Id, CharacterName }) => (
              <li key={Id}>
                {CharacterName} <code>{Id}</code>
              </li>
            ))}
          </ul>
        </>
      }
      name={name}
      done={T.erasedDone}
      send={async () => erased(await players.privacy.erasePerson({ id, body: { Confirm: id } }))}
    />
  );
}

function Erased({ erased: { Players, Sessions, Deliveries, LogLines, Tribes } }: { readonly erased: Erasure }) {
  return (
    <Section title={T.erasedDone}>
      <p role="status">
        {say(T.erasedWhat, {
          players: Players,
          sessions: Sessions,
          deliveries: Deliveries,
          lines: LogLines,
          tribes: Tribes,
        })}
      </p>
    </Section>
  );
}
