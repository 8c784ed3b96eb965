/** Groups of strategies, and the order in which they are shown. Other users of the account have an order of their own. */
import type { ListProfilesResult, Profile, Tab } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { go, query, withParams } from "../../../live/place.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { say, texts } from "../../../say.ts";
import { movedOrder } from "./moved-order.ts";
import { StateBadge } from "./state.tsx";
import { Templates } from "./templates.tsx";

const T = texts.trading.strategies.groups;

export function Groups() {
  const asked = useAsked((signal) => trading.strategies.listProfiles({}, { signal }), []);
  const isCreating = query.value.get("panel") === "group";
  const create = (
    <a class="button" href={withParams({ panel: "group" })}>
      {T.create}
    </a>
  );
  return (
    <>
      <p>
        {T.what} {!isCreating && create}
      </p>
      {isCreating && <GroupForm onDone={asked.again} />}
      <Show asked={asked} isEmpty={(groups) => groups.length === 0} empty={<Empty title={T.none} />}>
        {(groups) =>
          groups.map((group) => <Group key={group.tab?.id ?? ""} group={group} groups={groups} onDone={asked.again} />)
        }
      </Show>
      <Templates />
    </>
  );
}

function GroupForm({ onDone }: { readonly onDone: () => void }) {
  const once = useSendOnce();
  const closed = withParams({ panel: "" });
  const send = async ({ name = "" }: Entered): Promise<void> => {
    await once({ name }, (options) => trading.strategies.createTab({ name }, options));
    onDone();
    go(closed);
  };
  return (
    <Section title={T.create} actions={<a href={closed}>{texts.trading.strategies.close}</a>}>
      <ActionForm action={T.create} done={T.created} send={send}>
        <Field label={T.name} name="name" required maxLength={100} autofocus />
      </ActionForm>
    </Section>
  );
}

interface GroupProps {
  readonly group: ListProfilesResult[number];
  readonly groups: ListProfilesResult;
  readonly onDone: () => void;
}

function Group({ group: { tab, profiles }, groups, onDone }: GroupProps) {
  const title = tab?.name ?? T.others;
  const add = (
    <a class="button" href={withParams({ tab: "", panel: "create", group: tab?.id })}>
      {texts.trading.strategies.create}
    </a>
  );
  const actions = tab && (
    <>
      {add}
      <TabActions tab={tab} onDone={onDone} />
    </>
  );
  return (
    <Section title={title} actions={actions}>
      {profiles.length === 0 ? (
        <p>{T.empty}</p>
      ) : (
        <Table caption={title} columns={columnsOf(groups, onDone)} rows={profiles} keyOf={({ id }) => id} />
      )}
    </Section>
  );
}

interface TabActionsProps {
  readonly tab: Pick<Tab, "id" | "name">;
  readonly onDone: () => void;
}

function TabActions({ tab: { id, name }, onDone }: TabActionsProps) {
  return (
    <>
      <Confirm
        action={T.rename}
        question={say(T.renameQuestion, { name })}
        consequence={<p>{T.renameConsequence}</p>}
        done={T.renamed}
        send={({ name: wanted = "" }) => trading.strategies.editTab({ id, name: wanted }).then(onDone)}
      >
        <Field label={T.name} name="name" initial={name} required maxLength={100} />
      </Confirm>
      <Confirm
        action={T.remove}
        question={say(T.removeQuestion, { name })}
        consequence={<p>{T.removeConsequence}</p>}
        done={T.removed}
        isDanger
        send={() => trading.strategies.deleteTab({ id }).then(onDone)}
      />
    </>
  );
}

interface MoveProps extends Omit<GroupProps, "group"> {
  readonly profile: Profile;
}

/** Nothing where there is no group to choose. */
function MoveToGroup({ profile: { id, name, tab_id: before }, groups, onDone }: MoveProps) {
  const tabs = groups.flatMap(({ tab }) => tab ?? []);
  if (tabs.length === 0) return null;
  return (
    <Confirm
      action={T.move}
      question={say(T.moveQuestion, { name })}
      consequence={<p>{T.moveConsequence}</p>}
      done={say(T.moved, { name })}
      send={({ tab_id: value = "" }) =>
        trading.strategies.editComponent({ id, component: "tab_id", value }).then(onDone)
      }
    >
      <Choice
        label={T.group}
        name="tab_id"
        initial={before ?? ""}
        choices={[["", T.others], ...tabs.map((tab) => [tab.id, tab.name] as const)]}
      />
    </Confirm>
  );
}

function columnsOf(groups: ListProfilesResult, onDone: () => void): readonly Column<Profile>[] {
  const S = texts.trading.strategies;
  const move = ({ id, name }: Profile, step: -1 | 1) => {
    const ids = movedOrder(groups, id, step);
    if (!ids) return null;
    const send = () => trading.strategies.editOrder({ ids: [...ids] }).then(onDone);
    return (
      <ActionForm key={step} action={step < 0 ? T.up : T.down} done={say(T.moved, { name })} isMinor send={send} />
    );
  };
  return [
    {
      title: S.columns.name,
      isMain: true,
      cell: ({ id, name, strategies }) => (
        <a href={`/console/trading/strategies/${encodeURIComponent(strategies[0]?.id ?? id)}`}>{name}</a>
      ),
    },
    { title: S.columns.state, cell: ({ state }) => <StateBadge state={state} /> },
    {
      title: T.place,
      cell: (profile) => {
        const moves = [move(profile, -1), move(profile, 1)].filter((each) => each !== null);
        return (
          <div class="actions">
            {moves}
            <MoveToGroup profile={profile} groups={groups} onDone={onDone} />
          </div>
        );
      },
    },
  ];
}
