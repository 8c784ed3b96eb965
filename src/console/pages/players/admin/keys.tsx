/** Keys of callers: what each opens, and how to make, disable and revoke one. */
import { useState } from "preact/hooks";
import type { Key } from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { ChangeKey, LimitFields, limitsIn } from "./change-key.tsx";

const T = texts.players.admin.keys;
const TONES: Readonly<Record<Key["Standing"], Tone>> = { inForce: "good", expired: "warn", disabled: "bad" };
const SCOPES = (["read", "history", "admin"] as const).map((each) => [each, texts.players.scopes[each]] as const);

export function Keys() {
  const keys = useAsked((signal) => players.keys.listKeys({}, { signal }), []);
  return (
    <>
      <Section title={T.make}>
        <NewKey made={keys.again} />
      </Section>
      <Section title={T.title}>
        <Show asked={keys} isEmpty={({ length }) => length === 0} empty={<Empty title={T.none}>{T.noneHow}</Empty>}>
          {(list) => <Table caption={T.title} columns={columnsOf(keys.again)} rows={list} keyOf={({ Id }) => Id} />}
        </Show>
      </Section>
    </>
  );
}

function NewKey({ made }: { readonly made: () => void }) {
  const [key, setKey] = useState("");
  const send = async ({ name = "", scope = "read", expires = "", ...limits }: Entered): Promise<void> => {
    const { Key: shown } = await players.keys.createKey({
      body: { Name: name, Scope: scope as Key["Scope"], Expires: expires, Limits: limitsIn(limits) },
    });
    setKey(shown);
    made();
  };
  return (
    <div class="narrow">
      {key !== "" && (
        <div role="status">
          <p>{T.once}</p>
          <Snippet text={key} what={T.key} />
        </div>
      )}
      <ActionForm action={T.make} done={T.made} send={send} clears>
        <Field label={T.name} name="name" hint={T.nameHint} maxLength={100} autocomplete="off" required />
        <Choice label={T.scope} name="scope" choices={SCOPES} initial="read" />
        <Field label={T.expires} name="expires" hint={T.expiresHint} initial="365d" maxLength={40} required />
        <LimitFields />
      </ActionForm>
    </div>
  );
}

function columnsOf(again: () => void): readonly Column<Key>[] {
  return [
    {
      title: T.name,
      isMain: true,
      cell: ({ Name, Hint }) => (
        <>
          {Name} <code>{Hint}…</code>
        </>
      ),
    },
    { title: T.scope, cell: ({ Scope }) => Scope },
    { title: T.state, cell: ({ Standing }) => <Badge tone={TONES[Standing]} text={T.standings[Standing]} /> },
    {
      title: T.limit,
      cell: ({ Limits }) =>
        Limits === null
          ? T.usualLimit
          : say(texts.players.signIn.limitOf, { requests: Limits.Requests, seconds: Limits.WindowSeconds }),
    },
    { title: T.expires, cell: ({ Expires }) => <Time at={Expires} /> },
    { title: T.lastUsed, cell: ({ LastUsed }) => <Time at={LastUsed} /> },
    { title: T.actions, cell: (key) => <KeyActions of={key} again={again} /> },
  ];
}

function KeyActions({ of, again }: { readonly of: Key; readonly again: () => void }) {
  const { Id, Name, Standing } = of;
  const isDisabled = Standing === "disabled";
  return (
    <div class="actions">
      {Standing !== "expired" && (
        <ActionForm
          isMinor
          action={isDisabled ? T.enable : T.disable}
          done={isDisabled ? T.enabled : T.disabled}
          send={async () => {
            await players.keys.editKey({ id: Id, body: { Enabled: isDisabled } });
            again();
          }}
        />
      )}
      <ChangeKey of={of} again={again} />
      <Danger
        action={T.revoke}
        question={say(T.revokeAsk, { name: Name })}
        consequence={<p>{T.revokeWhat}</p>}
        name={Name}
        done={T.revoked}
        send={async () => {
          await players.keys.revokeKey({ id: Id });
          again();
        }}
      />
    </div>
  );
}
