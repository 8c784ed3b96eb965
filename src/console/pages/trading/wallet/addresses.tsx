/** The whitelist of withdrawals. */
import type { WithdrawAddress } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { serverNowMs } from "../../../live/server-clock.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { CodeFields, codesIn } from "../account/code-fields.tsx";
import { CHAIN_CURRENCIES } from "./withdraw.tsx";

const T = texts.trading.wallet;

export function Addresses() {
  const asked = useAsked((signal) => trading.wallets.listWithdrawAddresses({}, { signal }), []);
  const add = async ({ currency, address_to = "", label = "", ...codes }: Entered): Promise<void> => {
    const chain = currency === "ETH" ? "ETH" : "BTC";
    await trading.wallets.addWithdrawAddress({ currency: chain, address_to, label, ...codesIn(codes) });
    asked.again();
  };
  const remove = async (id: string, entered: Entered): Promise<void> => {
    await trading.wallets.removeWithdrawAddress({ id, ...codesIn(entered) });
    asked.again();
  };
  return (
    <>
      <p>{T.whitelistWhy}</p>
      <Show
        asked={asked}
        isEmpty={(addresses) => addresses.length === 0}
        empty={
          <Empty title={T.noAddresses}>
            <p>{T.noAddressesWhy}</p>
          </Empty>
        }
      >
        {(rows) => <Table caption={T.tabs.addresses} columns={columnsOf(remove)} rows={rows} keyOf={({ id }) => id} />}
      </Show>
      <Section title={T.addAddress}>
        <ActionForm action={T.addAddress} done={T.addressAdded} clears send={add}>
          <div class="fields">
            <Choice label={T.currency} name="currency" choices={CHAIN_CURRENCIES} />
            <Field label={T.address} name="address_to" autocomplete="off" required />
            <Field label={T.label} name="label" autocomplete="off" maxLength={100} />
          </div>
          <CodeFields />
        </ActionForm>
      </Section>
    </>
  );
}

function columnsOf(remove: (id: string, entered: Entered) => Promise<void>): readonly Column<WithdrawAddress>[] {
  return [
    { title: T.address, isMain: true, cell: ({ address }) => <code>{address}</code> },
    { title: T.currency, cell: ({ currency }) => currency },
    { title: T.label, cell: ({ label }) => label },
    {
      title: T.usable,
      cell: ({ usable_at }) =>
        usable_at * 1_000 <= serverNowMs() ? (
          <Badge tone="good" text={T.now} />
        ) : (
          <>
            <Badge tone="warn" text={T.waits} /> <Time at={timeOfSeconds(usable_at)} />
          </>
        ),
    },
    {
      title: T.columns.action,
      cell: ({ id, address, label }) => (
        <Danger
          action={T.removeAddress}
          question={T.removeQuestion}
          consequence={<p>{say(T.removeConsequence, { address })}</p>}
          name={label || address.slice(-6)}
          done={T.addressRemoved}
          send={(entered) => remove(id, entered)}
        >
          <CodeFields />
        </Danger>
      ),
    },
  ];
}
