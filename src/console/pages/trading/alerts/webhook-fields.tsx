/** The fields of a webhook, for one that is added and one that is edited. */
import type { CreateWebhookParams, Webhook } from "../../../../../clients/typescript/src/trading.ts";
import type { Entered } from "../../../parts/action-form.tsx";
import { checkedEvents, EventChecks } from "../../../parts/event-checks.tsx";
import { Field } from "../../../parts/field.tsx";
import { texts } from "../../../say.ts";
import { EVENT_NAMES, OFFERED_EVENTS } from "./event-names.ts";

const T = texts.trading.alerts.webhooks;
/** What most receivers want. */
const USUAL = ["order.filled", "risk.alert"];

export function WebhookFields({ of }: { readonly of?: Webhook }) {
  return (
    <>
      <Field
        label={T.url}
        name="url"
        type="url"
        initial={of?.url ?? ""}
        hint={T.urlHint}
        maxLength={2_000}
        autocomplete="off"
        placeholder="https://"
        autofocus
        required
      />
      <Field
        label={T.label}
        name="label"
        initial={of?.label ?? ""}
        hint={T.labelHint}
        maxLength={100}
        autocomplete="off"
      />
      <EventChecks
        legend={T.events}
        events={OFFERED_EVENTS.map((event) => [event, EVENT_NAMES[event]])}
        initial={of?.events ?? USUAL}
      />
    </>
  );
}

/** @throws Error where no event is checked */
export function enteredWebhook(entered: Entered): Required<CreateWebhookParams> {
  const { url = "", label = "" } = entered;
  const events = checkedEvents(entered, OFFERED_EVENTS);
  if (events.length === 0) throw new Error(T.noEvents);
  return { url: url.trim(), label, events };
}
