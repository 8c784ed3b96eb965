/** By which ways alerts reach the user, and the user's bot. */
import type { AccountDetailsResult, TelegramResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Check } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";
import { Bot } from "./bot.tsx";

const T = texts.trading.alerts.ways;
/** The first message of a bot is sent when it was connected: the page shows soon whether it arrived. */
const EVERY_MS = 5_000;

export function Ways() {
  const asked = useAsked((signal) => trading.alerts.telegram({}, { signal }), [], { everyMs: EVERY_MS });
  return (
    <Show asked={asked}>
      {({ bot }) => (
        <>
          <Section title={T.title}>
            <Choices bot={bot} />
          </Section>
          <Bot bot={bot} again={asked.again} />
        </>
      )}
    </Show>
  );
}

function Choices({ bot }: TelegramResult) {
  const settings = useAsked((signal) => trading.accounts.settings({}, { signal }), []);
  const details = useAsked((signal) => trading.accounts.accountDetails({}, { signal }), []);
  const day = useAsked((signal) => trading.alerts.listAlerts({ limit: 1 }, { signal }), []);
  const send = async (entered: Entered): Promise<void> => {
    await trading.accounts.settings({
      notifications_email: entered["email"] !== undefined,
      notifications_telegram: entered["telegram"] !== undefined,
      notifications_webhook: entered["webhook"] !== undefined,
    });
    settings.again();
  };
  return (
    <>
      {day.value && <p class="faint">{say(T.limit, { limit: day.value.daily_limit })}</p>}
      <Show asked={settings}>
        {({ notifications: { email, telegram, webhook } }) => (
          <ActionForm action={T.save} done={T.saved} send={send}>
            <Check label={T.mail} name="email" initial={email} hint={<MailHint details={details.value} />} />
            <Check
              key={bot ? "connected" : "not connected"}
              label={T.telegram}
              name="telegram"
              initial={telegram && bot !== null}
              disabled={bot === null}
              hint={bot ? say(T.telegramTo, { chat: bot.chat_id }) : T.noBot}
            />
            <Check label={T.webhook} name="webhook" initial={webhook} hint={T.webhookTo} />
          </ActionForm>
        )}
      </Show>
    </>
  );
}

function MailHint({ details }: { readonly details: AccountDetailsResult | undefined }) {
  if (!details) return null;
  const { email, email_verified } = details;
  if (email_verified) return <>{say(T.mailTo, { email })}</>;
  return (
    <>
      {say(T.notVerified, { email })} <a href="/console/trading/account">{T.verify}</a>
    </>
  );
}
