/** The user's own API keys of the platform. A secret is shown once, when its key is made. */
import { useState } from "preact/hooks";
import type { ApiKey, CreateApiKeyParams, CreateApiKeyResult } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Check, Choice, Field } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { AccountPage } from "./account-page.tsx";
import { CodeFields, codesIn } from "./code-fields.tsx";
import { wordsIn } from "./words-in.ts";

const T = texts.trading.apiKeys;
const PAGE = 50;
const ACCESSES = [
  ["read_only", T.accesses.read_only],
  ["trade", T.accesses.trade],
  ["full_access", T.accesses.full_access],
] as const;

export function ApiKeys() {
  return <AccountPage title={T.title}>{() => <Keys />}</AccountPage>;
}

function Keys() {
  const [made, setMade] = useState<CreateApiKeyResult>();
  const listed = useListed<ApiKey>(pagesOfKeys, []);
  const create = async (entered: Entered): Promise<void> => {
    setMade(await trading.access.createApiKey(paramsOf(entered)));
    listed.again();
  };
  const edit = async (
    id: string,
    { label = "", addresses, allow_bearer, strict, ...codes }: Entered,
  ): Promise<void> => {
    const flags = { allow_bearer: allow_bearer !== undefined, strict: strict !== undefined };
    await trading.access.editApiKey({ id, label, addresses: wordsIn(addresses ?? ""), ...flags, ...codesIn(codes) });
    listed.again();
  };
  const revoke = async (id: string): Promise<void> => {
    await trading.access.revokeApiKey({ id });
    if (made?.api_key.id === id) setMade(undefined);
    listed.again();
  };
  return (
    <>
      {made && <MadeKey made={made} />}
      <List
        listed={listed}
        caption={T.title}
        columns={columnsOf(edit, revoke)}
        keyOf={({ id }) => id}
        empty={
          <Empty title={T.empty}>
            <p>{T.emptyWhy}</p>
          </Empty>
        }
      />
      <Section title={T.create}>
        <ActionForm action={T.create} done={T.created} clears send={create}>
          <Field label={T.label} name="label" maxLength={100} autocomplete="off" required />
          <Choice label={T.access} name="access" choices={ACCESSES} hint={T.accessHint} />
          <Field label={T.addresses} name="addresses" hint={T.addressesHint} autocomplete="off" />
          <Check label={T.bearer} name="allow_bearer" hint={T.bearerHint} />
          <Check label={T.strict} name="strict" hint={T.strictHint} />
          <CodeFields />
        </ActionForm>
      </Section>
    </>
  );
}

function MadeKey({ made: { key, secret, api_key } }: { readonly made: CreateApiKeyResult }) {
  return (
    <Section title={say(T.made, { label: api_key.label })}>
      <p>{T.once}</p>
      <p>{T.key}</p>
      <Snippet text={key} what={T.key} />
      <p>{T.secret}</p>
      <Snippet text={secret} what={T.secret} />
    </Section>
  );
}

function columnsOf(
  edit: (id: string, entered: Entered) => Promise<void>,
  revoke: (id: string) => Promise<void>,
): readonly Column<ApiKey>[] {
  return [
    { title: T.label, isMain: true, cell: ({ label }) => label },
    { title: T.key, cell: ({ key }) => <code>{key}</code> },
    { title: T.access, cell: ({ access }) => T.accesses[access] },
    { title: T.from, cell: ({ addresses }) => (addresses.length === 0 ? T.anywhere : addresses.join(", ")) },
    { title: T.used, cell: ({ last_used }) => <Time at={timeOfSeconds(last_used)} /> },
    {
      title: T.action,
      cell: (key) => (
        <div class="actions">
          <EditKey of={key} send={(entered) => edit(key.id, entered)} />
          <Danger
            action={T.revoke}
            question={say(T.revokeQuestion, { label: key.label })}
            consequence={<p>{T.revokeWhy}</p>}
            name={key.label}
            done={T.revoked}
            send={() => revoke(key.id)}
          />
        </div>
      ),
    },
  ];
}

interface EditKeyProps {
  readonly of: ApiKey;
  readonly send: (entered: Entered) => Promise<void>;
}

/** What a key may do stays: for other rights another key is made. */
function EditKey({ of: { label, addresses, allow_bearer, strict }, send }: EditKeyProps) {
  return (
    <Confirm
      action={T.edit}
      question={say(T.editQuestion, { label })}
      consequence={<p>{T.editWhy}</p>}
      done={T.edited}
      send={send}
    >
      <Field label={T.label} name="label" initial={label} maxLength={100} autocomplete="off" required />
      <Field
        label={T.addresses}
        name="addresses"
        initial={addresses.join(", ")}
        hint={T.addressesHint}
        autocomplete="off"
      />
      <Check label={T.bearer} name="allow_bearer" initial={allow_bearer} hint={T.bearerHint} />
      <Check label={T.strict} name="strict" initial={strict} hint={T.strictHint} />
      <CodeFields />
    </Confirm>
  );
}

function paramsOf({ label = "", access, addresses, allow_bearer, strict, ...codes }: Entered): CreateApiKeyParams {
  return {
    label,
    access: (access ?? "read_only") as "read_only",
    addresses: wordsIn(addresses ?? ""),
    allow_bearer: allow_bearer !== undefined,
    strict: strict !== undefined,
    ...codesIn(codes),
  };
}

async function* pagesOfKeys(signal: AbortSignal) {
  for await (const { keys } of trading.access.listApiKeys.pages({ limit: PAGE }, { signal })) yield keys;
}
