/** Run time that is bought in advance: strategies run longer with it than the plan allows. */
import type { AddDrivetimeResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { lastedText } from "../prices/number-text.ts";

const T = texts.trading.plan.drivetime;

type Offer = Extract<AddDrivetimeResult, { readonly options: unknown }>;

export function Drivetime() {
  const asked = useAsked((signal) => readOffer(signal), []);
  const once = useSendOnce();
  const buy = async (id: string): Promise<void> => {
    await once({ id }, (options) => trading.billing.addDrivetime({ id }, options));
    asked.again();
  };
  return (
    <>
      <p>{T.what}</p>
      <Show asked={asked}>
        {({ balance_seconds, used_seconds, expires_at, options }) => (
          <>
            <Facts
              facts={[
                [T.left, spanOf(balance_seconds)],
                [T.used, spanOf(used_seconds)],
                expires_at === null ? undefined : [T.until, <Time at={timeOfSeconds(expires_at)} form="day" />],
              ]}
            />
            <Table caption={T.title} columns={columnsOf(buy)} rows={options} keyOf={({ id }) => id} />
          </>
        )}
      </Show>
    </>
  );
}

/** Without an id nothing is bought. */
async function readOffer(signal: AbortSignal): Promise<Offer> {
  const found = await trading.billing.addDrivetime({}, { signal });
  if (!("options" in found)) throw new Error(texts.failures.unreadable);
  return found;
}

function spanOf(seconds: number): string {
  return lastedText(seconds * 1_000);
}

function columnsOf(buy: (id: string) => Promise<void>): readonly Column<Offer["options"][number]>[] {
  return [
    { title: T.span, isMain: true, cell: ({ seconds }) => spanOf(seconds) },
    { title: T.price, isNumber: true, cell: ({ price, currency }) => say(T.costs, { price, currency }) },
    {
      title: texts.trading.wallet.columns.action,
      cell: ({ id, seconds, price, currency }) => (
        <Confirm
          action={T.buy}
          question={say(T.buyQuestion, { span: spanOf(seconds) })}
          consequence={<p>{say(T.buyWhy, { price, currency })}</p>}
          done={T.bought}
          send={() => buy(id)}
        />
      ),
    },
  ];
}
