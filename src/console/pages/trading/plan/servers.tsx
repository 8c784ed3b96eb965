/** Servers on which strategies run: those that the account has, and what it can rent. */
import type { Server } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { readServers } from "./read-servers.ts";
import { RentServer } from "./rent-server.tsx";

const T = texts.trading.plan.servers;
/** A server that was rented runs a moment later. */
const EVERY_MS = 10_000;
const TONES: Readonly<Record<Server["status"], Tone>> = {
  provisioning: "warn",
  active: "good",
  stopping: "warn",
  disabled: "plain",
  failed: "bad",
};

/** @param mayChange only the main account rents servers, and gives them up */
export function Servers({ mayChange }: { readonly mayChange: boolean }) {
  const asked = useAsked(readServers, [], { everyMs: EVERY_MS });
  return (
    <>
      <p>{mayChange ? T.what : `${T.what} ${T.ownerOnly}`}</p>
      <Section title={T.yours}>
        <Show asked={asked} isEmpty={(servers) => servers.length === 0} empty={<Empty title={T.none} />}>
          {(servers) => (
            <Table
              caption={T.yours}
              columns={columnsOf(mayChange, asked.again)}
              rows={servers}
              keyOf={({ id }) => id}
            />
          )}
        </Show>
      </Section>
      {/* Not before the list, which would move its buttons under the pointer. */}
      {mayChange && (asked.value ?? asked.failure) !== undefined && <RentServer onDone={asked.again} />}
    </>
  );
}

function columnsOf(mayChange: boolean, again: () => void): readonly Column<Server>[] {
  return [
    {
      title: T.columns.server,
      isMain: true,
      cell: ({ type, region, id }) => say(T.name, { kind: T.kinds[type], region, id }),
    },
    { title: T.columns.machine, cell: ({ cpu, memory_mb }) => say(T.size, { cpu, memory: memory_mb }) },
    {
      title: T.columns.status,
      cell: ({ status, status_text }) => (
        <>
          <Badge tone={TONES[status]} text={T.statuses[status]} /> <div class="faint">{status_text}</div>
        </>
      ),
    },
    { title: T.columns.strategies, isNumber: true, cell: ({ active_strategies }) => active_strategies },
    { title: T.columns.until, cell: untilOf },
    {
      title: texts.trading.wallet.columns.action,
      cell: (server) => mayChange && mayGiveUp(server) && <GiveUp server={server} onDone={again} />,
    },
  ];
}

function untilOf({ default: isDefault, expires_at: end }: Server) {
  if (isDefault) return T.withPlan;
  return end !== null && <Time at={timeOfSeconds(end)} />;
}

function mayGiveUp({ default: isDefault, status }: Server): boolean {
  return !isDefault && (status === "active" || status === "provisioning");
}

function GiveUp({ server: { id, type, region }, onDone }: { readonly server: Server; readonly onDone: () => void }) {
  const send = async (): Promise<void> => {
    if (type === "private") await trading.billing.disablePrivateServer({ id });
    else await trading.billing.disableSharedServer({ id });
    onDone();
  };
  return (
    <Confirm
      action={T.giveUp}
      question={say(T.giveUpQuestion, { name: say(T.name, { kind: T.kinds[type], region, id }) })}
      consequence={<p>{T.giveUpWhy}</p>}
      done={T.givenUp}
      isDanger
      send={send}
    />
  );
}
