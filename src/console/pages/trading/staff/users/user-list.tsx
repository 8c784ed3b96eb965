/** All users with filters, in the order of their ids. */
import type { AdminUser, ListUsersParams } from "../../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../../live/clients.ts";
import { useListed } from "../../../../live/listed.ts";
import { useParam, useTypedParam } from "../../../../live/param.ts";
import { withParams } from "../../../../live/place.ts";
import { Badge, type Tone } from "../../../../parts/badge.tsx";
import { Choice, Field } from "../../../../parts/field.tsx";
import { Filters } from "../../../../parts/filters.tsx";
import { List } from "../../../../parts/list.tsx";
import { Empty } from "../../../../parts/states.tsx";
import type { Column } from "../../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../../parts/time.tsx";
import { say, texts } from "../../../../say.ts";

const T = texts.trading.users;
const PAGE = 50;
const ROLES = [["", T.any] as const, ...Object.entries(T.roles)];
const STATUSES = [["", T.any] as const, ...Object.entries(T.statuses)];

export const STATUS_TONES: Readonly<Record<AdminUser["status"], Tone>> = {
  enabled: "good",
  disabled: "bad",
  closed: "plain",
};

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    title: T.columns.user,
    isMain: true,
    cell: ({ uid, username, name }) => (
      <>
        <a href={withParams({ user: uid })}>{username}</a> <span class="faint">{name}</span>
      </>
    ),
  },
  { title: T.columns.uid, isNumber: true, cell: ({ uid }) => uid },
  {
    title: T.columns.email,
    cell: ({ email, email_verified }) => (email_verified ? email : say(T.unverified, { email })),
  },
  { title: T.columns.role, cell: ({ role, owner_uid }) => <Role role={role} of={owner_uid} /> },
  { title: T.columns.status, cell: ({ status }) => <Badge tone={STATUS_TONES[status]} text={T.statuses[status]} /> },
  { title: T.columns.twoFactor, cell: ({ two_factor }) => (two_factor ? T.on : T.off) },
  { title: T.columns.lastLogin, cell: ({ last_login }) => <Time at={timeOfSeconds(last_login)} /> },
];

/** A sub-account has no role of its own. */
function Role({ role, of }: { readonly role: AdminUser["role"]; readonly of: string | null }) {
  if (of === null) return <Badge text={T.roles[role]} />;
  return <a href={withParams({ account: of })}>{say(T.subaccountOf, { account: of })}</a>;
}

export function UserList() {
  const [typed, setTyped, search] = useTypedParam("q");
  const [role, setRole] = useParam("role");
  const [status, setStatus] = useParam("status");
  const [typedAccount, setAccount, account] = useTypedParam("account");
  const isAccount = /^\d{1,15}$/.test(account) && Number(account) > 0;
  const params: ListUsersParams = {
    limit: PAGE,
    ...(search !== "" && { search }),
    ...(role !== "" && { role: role as AdminUser["role"] }),
    ...(status !== "" && { status: status as AdminUser["status"] }),
    ...(isAccount && { account: Number(account) }),
  };
  const listed = useListed<AdminUser>((signal) => pagesOf(params, signal), [search, role, status, params.account]);
  return (
    <>
      <Filters
        search={
          <Field
            label={T.search}
            type="search"
            maxLength={100}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        }
        set={[role, status, account].filter((each) => each !== "").length}
      >
        <Choice
          label={T.columns.role}
          choices={ROLES}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
        />
        <Choice
          label={T.columns.status}
          choices={STATUSES}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
        <Field
          label={T.account}
          inputMode="numeric"
          problem={account === "" || isAccount ? undefined : T.accountProblem}
          value={typedAccount}
          onInput={(event) => setAccount(event.currentTarget.value)}
        />
      </Filters>
      <List
        listed={listed}
        caption={T.title}
        columns={COLUMNS}
        keyOf={({ uid }) => uid}
        empty={
          <Empty title={T.none}>
            <p>{T.noneWhy}</p>
          </Empty>
        }
      />
    </>
  );
}

async function* pagesOf(params: ListUsersParams, signal: AbortSignal) {
  let after: string | null = "0";
  while (after !== null) {
    const page: { readonly users: readonly AdminUser[]; readonly next: string | null } = await trading.admin.listUsers(
      { ...params, after },
      { signal },
    );
    yield page.users;
    after = page.next;
  }
}
