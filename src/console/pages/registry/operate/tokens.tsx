/** Tokens that operators have made: who has which, and taking one back. */
import { useState } from "preact/hooks";
import type { ListedToken, ListTokensParams, MadeToken } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useParam } from "../../../live/param.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Check, Choice, Field } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { ShownOnce } from "../../../parts/shown-once.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.registry.tokens;
const A = texts.registry.session.actions;
const PAGE = 50;
const ACTIONS = (["publish", "edit", "read"] as const).map((action) => [action, A[action]] as const);
const SPANS = [
  ["3600", T.spans.hour],
  ["86400", T.spans.day],
  ["2592000", T.spans.month],
  ["31536000", T.spans.year],
] as const;

function columnsOf(again: () => void): readonly Column<ListedToken>[] {
  return [
    { title: T.columns.subject, isMain: true, cell: ({ subject }) => subject },
    {
      title: T.columns.permissions,
      cell: ({ permissions }) => permissions.map(({ action, resource }) => `${A[action]}: ${resource}`).join(", "),
    },
    { title: T.columns.made, cell: ({ issuedAt }) => <Time at={issuedAt} /> },
    { title: T.columns.ends, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      title: T.columns.actions,
      cell: (token) =>
        token.revokedAt === null ? (
          <Revoke token={token} again={again} />
        ) : (
          <>
            {T.revokedAt} <Time at={token.revokedAt} />
          </>
        ),
    },
  ];
}

export function Tokens() {
  const [expired, setExpired] = useParam("expired");
  const [made, setMade] = useState<MadeToken>();
  const params: ListTokensParams = { limit: PAGE, ...(expired !== "" && { expired: true }) };
  const listed = useListed<ListedToken>((signal) => pagesOf(params, signal), [expired]);
  const create = async ({
    subject = "",
    action = "publish",
    resource = "*",
    span = "3600",
  }: Entered): Promise<void> => {
    const permissions = [{ action: action as "publish", resource: action === "read" ? "*" : resource }];
    setMade(await registry.tokens.createToken({ body: { subject, permissions, ttlSeconds: Number(span) } }));
    listed.again();
  };
  return (
    <>
      {made && (
        <ShownOnce title={T.made} hint={say(T.madeHint, { subject: made.subject })} text={made.registry_token} />
      )}
      <Check label={T.expired} checked={expired !== ""} onChange={() => setExpired(expired === "" ? "yes" : "")} />
      <List
        listed={listed}
        caption={texts.registry.operate.tabs.tokens}
        columns={columnsOf(listed.again)}
        keyOf={({ id }) => id}
        empty={<Empty title={T.empty}>{T.emptyHint}</Empty>}
      />
      <Section title={T.make}>
        <div class="narrow">
          <ActionForm action={T.make} send={create} done={T.wasMade} clears>
            <Field label={T.columns.subject} hint={T.subjectHint} name="subject" autocomplete="off" required />
            <Choice label={T.may} name="action" choices={ACTIONS} />
            <Field label={T.servers} hint={T.serversHint} name="resource" autocomplete="off" />
            <Choice label={T.span} name="span" choices={SPANS} />
          </ActionForm>
        </div>
      </Section>
    </>
  );
}

function Revoke({ token: { id, subject }, again }: { readonly token: ListedToken; readonly again: () => void }) {
  const revoke = async (): Promise<void> => {
    await registry.tokens.revokeToken({ tokenId: id });
    again();
  };
  return (
    <Danger
      action={T.revoke}
      question={say(T.revokeQuestion, { subject })}
      consequence={T.revokeConsequence}
      name={subject}
      done={T.revoked}
      send={revoke}
    />
  );
}

async function* pagesOf(params: ListTokensParams, signal: AbortSignal) {
  for await (const { tokens } of registry.tokens.listTokens.pages(params, { signal })) yield tokens;
}
