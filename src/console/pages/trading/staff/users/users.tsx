/** Users of the platform and invitations, for admins in a session with a second factor. */
import type { TradingUser } from "../../../../live/identity.ts";
import { useParam } from "../../../../live/param.ts";
import { Page } from "../../../../parts/page.tsx";
import { Empty } from "../../../../parts/states.tsx";
import { currentTab, Tabs } from "../../../../parts/tabs.tsx";
import { texts } from "../../../../say.ts";
import { SignedIn } from "../../account/signed-in.tsx";
import { CreateUser } from "./create-user.tsx";
import { Invitations } from "./invitations.tsx";
import { UserList } from "./user-list.tsx";
import { UserPanel } from "./user-panel.tsx";

const T = texts.trading.users;
const TABS = {
  param: "tab",
  tabs: [
    ["users", T.tabs.users] as const,
    ["create", T.tabs.create] as const,
    ["invitations", T.tabs.invitations] as const,
  ],
};

export function Users() {
  return (
    <Page title={T.title}>
      <SignedIn needs="admin">{(admin) => (admin.twofactor ? <Managed admin={admin} /> : <NoSecondFactor />)}</SignedIn>
    </Page>
  );
}

function Managed({ admin }: { readonly admin: TradingUser }) {
  const [uid] = useParam("user");
  const tab = currentTab(TABS);
  if (uid !== "") return <UserPanel key={uid} uid={uid} admin={admin} />;
  return (
    <>
      <Tabs label={T.title} {...TABS} />
      {tab === "create" && <CreateUser />}
      {tab === "invitations" && <Invitations />}
      {tab === "users" && <UserList />}
    </>
  );
}

/** The platform refuses such sessions even the list. */
function NoSecondFactor() {
  return (
    <Empty title={T.secondFactorNeeded}>
      <p>{T.secondFactorWhy}</p>
      <a class="button" href="/console/trading/account/security">
        {texts.trading.account.pages.security}
      </a>
    </Empty>
  );
}
