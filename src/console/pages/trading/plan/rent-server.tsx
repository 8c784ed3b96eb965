/** The machines that can be rented for a time: what they have, what they cost, and where they are. */
import { useState } from "preact/hooks";
import type { ServerType } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useSendOnce, type SendOnce } from "../../../live/send-once.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { Choice } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.plan.servers;
/** Seconds, and how that is said. */
const DURATIONS = Object.entries(T.durations);
const FIRST = "86400";

export function RentServer({ onDone }: { readonly onDone: () => void }) {
  const [duration, setDuration] = useState(FIRST);
  const once = useSendOnce();
  const asked = useAsked((signal) => readTypes(Number(duration), signal), [duration]);
  return (
    <Section title={T.rentTitle}>
      <p>{T.rentWhat}</p>
      <Choice
        label={T.duration}
        choices={DURATIONS}
        value={duration}
        onChange={(event) => setDuration(event.currentTarget.value)}
      />
      <Show asked={asked}>
        {(types) => (
          <Table caption={T.rentTitle} columns={columnsOf(once, onDone)} rows={types} keyOf={({ id }) => id} />
        )}
      </Show>
    </Section>
  );
}

async function readTypes(duration: number, signal: AbortSignal): Promise<readonly ServerType[]> {
  const found = await Promise.all(
    (["shared", "private"] as const).map((type) => trading.billing.listServerTypes({ type, duration }, { signal })),
  );
  return found.flat();
}

function columnsOf(once: SendOnce, onDone: () => void): readonly Column<ServerType>[] {
  return [
    { title: T.columns.machine, isMain: true, cell: ({ name }) => name },
    {
      title: T.columns.size,
      cell: ({ cpu, memory_mb, disk_gb, network_mbps }) =>
        say(T.wholeSize, { cpu, memory: memory_mb, disk: disk_gb, network: network_mbps }),
    },
    { title: T.columns.hour, isNumber: true, cell: ({ price_hour, currency }) => `${price_hour} ${currency}` },
    { title: T.columns.total, isNumber: true, cell: ({ price_total, currency }) => `${price_total} ${currency}` },
    {
      title: texts.trading.wallet.columns.action,
      cell: (type) =>
        type.regions.length === 0 ? T.notInPlan : <RentButton type={type} once={once} onDone={onDone} />,
    },
  ];
}

interface RentButtonProps {
  readonly type: ServerType;
  readonly once: SendOnce;
  readonly onDone: () => void;
}

function RentButton({ type: machine, once, onDone }: RentButtonProps) {
  const { id, type, name, regions, price_total: price, currency, duration } = machine;
  const span = DURATIONS.find(([seconds]) => seconds === String(duration))?.[1] ?? "";
  const rent = async (region: string): Promise<void> => {
    const params = { region, server_package: id, duration };
    if (type === "private") await once(params, (options) => trading.billing.enablePrivateServer(params, options));
    else await once(params, (options) => trading.billing.enableSharedServer(params, options));
    onDone();
  };
  return (
    <Confirm
      action={T.rent}
      question={say(T.rentQuestion, { name, span })}
      consequence={<p>{say(T.rentWhy, { price, currency })}</p>}
      done={T.rented}
      send={({ region = "" }) => rent(region)}
    >
      <Choice label={T.region} name="region" choices={regions.map((each) => [each, each] as const)} />
    </Confirm>
  );
}
