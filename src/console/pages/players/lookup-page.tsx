/** A page of the lookup, for callers whose key has the scope it needs. Other visitors see which scope that is. */
import { opens, playersCaller, type PlayersCaller } from "../../live/identity.ts";
import { useKeptCaller } from "../../live/kept-caller.ts";
import { programWords } from "../../live/typed.ts";
import { Page, type PageHeadProps } from "../../parts/page.tsx";
import { SessionEnded } from "../../parts/session-ended.tsx";
import { Empty, Loading, signInAddress } from "../../parts/states.tsx";
import { say, texts } from "../../say.ts";

const T = texts.players;

interface LookupPageProps extends PageHeadProps {
  /** The scope that the key must have. */
  readonly scope?: PlayersCaller["Scope"];
}

export function LookupPage({ scope = "read", children, ...head }: LookupPageProps) {
  return (
    <Page {...head}>
      <WithKey scope={scope}>{children}</WithKey>
    </Page>
  );
}

/** Shows its content to callers whose key has `scope`. */
export function WithKey({
  scope,
  children,
}: Required<Pick<LookupPageProps, "scope">> & Pick<PageHeadProps, "children">) {
  const { caller, hasEnded } = useKeptCaller(playersCaller.value);
  if (caller === undefined) return <Loading />;
  if (caller === null) {
    return (
      <Empty title={T.signIn.needed}>
        <p>{say(T.signIn.neededWhy, { tripod: programWords() })}</p>
        <a class="button" href={signInAddress("players")}>
          {texts.states.signIn}
        </a>
      </Empty>
    );
  }
  if (opens(caller, scope)) {
    return (
      <>
        {hasEnded && <SessionEnded service="players" />}
        {children}
      </>
    );
  }
  return (
    <Empty title={say(T.scopes.needed, { scope: T.scopes[scope] })}>
      <p>{say(T.scopes.held, { name: caller.Name, scope: T.scopes[caller.Scope] })}</p>
      <a class="button" href={signInAddress("players")}>
        {T.signIn.otherKey}
      </a>
    </Empty>
  );
}
