/** How long a key is valid and how much it may ask: entered for a new key, and changed for another. */
import type { CreateKeyParams, Key } from "../../../../../clients/typescript/src/players.ts";
import { DAY_SECONDS } from "../../../../kit/time/spans.ts";
import { players } from "../../../live/clients.ts";
import type { Entered } from "../../../parts/action-form.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Field } from "../../../parts/field.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.players.admin.keys;
const MOST_REQUESTS = 1_000_000;
const USUAL_SECONDS = "60";

type Limits = NonNullable<CreateKeyParams["body"]["Limits"]>;

export function LimitFields({ of }: { readonly of?: Key["Limits"] }) {
  return (
    <>
      <Field
        label={T.requests}
        name="requests"
        type="number"
        min={1}
        max={MOST_REQUESTS}
        hint={T.requestsHint}
        initial={of ? String(of.Requests) : ""}
      />
      <Field
        label={T.window}
        name="window"
        type="number"
        min={1}
        max={DAY_SECONDS}
        initial={of ? String(of.WindowSeconds) : USUAL_SECONDS}
      />
    </>
  );
}

/** Null for the lookup's own limit. */
export function limitsIn({ requests, window = USUAL_SECONDS }: Entered): Limits | null {
  return requests === undefined ? null : { Requests: Number(requests), WindowSeconds: Number(window) };
}

export function ChangeKey({ of: { Id, Name, Limits }, again }: { readonly of: Key; readonly again: () => void }) {
  return (
    <Confirm
      action={T.change}
      question={say(T.changeAsk, { name: Name })}
      consequence={<p>{T.changeWhat}</p>}
      done={T.changed}
      send={async (entered) => {
        const { expires } = entered;
        const body = { ...(expires === undefined ? {} : { Expires: expires }), Limits: limitsIn(entered) };
        await players.keys.editKey({ id: Id, body });
        again();
      }}
    >
      <Field label={T.expires} name="expires" hint={T.expiresKept} maxLength={40} autocomplete="off" />
      <LimitFields of={Limits} />
    </Confirm>
  );
}
