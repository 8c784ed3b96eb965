/** The Telegram bot that writes to the user: connected, tried, replaced and disconnected. Its token is never shown. */
import type { TelegramBot } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { hostOf } from "../../../parts/web-address.ts";
import { texts } from "../../../say.ts";

const T = texts.trading.alerts.bot;

interface BotProps {
  readonly bot: TelegramBot | null;
  readonly again: () => void;
}

export function Bot({ bot, again }: BotProps) {
  const connect = async ({ token = "", chat = "", server }: Entered): Promise<void> => {
    const own = server === undefined ? {} : { bot_url: server };
    await trading.alerts.telegramEdit({ bot_token: token.trim(), chat_id: chat.trim(), ...own });
    again();
  };
  return (
    <Section title={T.title}>
      {bot ? (
        <Connected bot={bot} connect={connect} again={again} />
      ) : (
        <>
          <ol>
            <li>{T.first}</li>
            <li>{T.second}</li>
            <li>{T.third}</li>
          </ol>
          <div class="narrow">
            <ActionForm action={T.connect} done={T.connected} send={connect}>
              <BotFields />
            </ActionForm>
          </div>
        </>
      )}
    </Section>
  );
}

interface ConnectedProps {
  readonly bot: TelegramBot;
  readonly connect: (entered: Entered) => Promise<void>;
  readonly again: () => void;
}

function Connected({ bot, connect, again }: ConnectedProps) {
  const { bot_url, chat_id, time_set, last_sent, last_error } = bot;
  const remove = async (): Promise<void> => {
    await trading.alerts.telegramDelete();
    again();
  };
  return (
    <>
      <Facts
        facts={[
          [T.chat, chat_id],
          [T.server, hostOf(bot_url)],
          [T.since, <Time at={timeOfSeconds(time_set)} />],
          [T.last, <Time at={timeOfSeconds(last_sent)} />],
        ]}
      />
      {last_error !== null && (
        <p role="status">
          <Badge tone="bad" text={T.lastFailed} /> {last_error}
        </p>
      )}
      <div class="actions">
        <Confirm
          action={T.change}
          question={T.changeQuestion}
          consequence={<p>{T.changeWhat}</p>}
          done={T.connected}
          send={connect}
        >
          <BotFields bot={bot} />
        </Confirm>
        <Danger
          action={T.remove}
          question={T.removeQuestion}
          consequence={<p>{T.removeWhat}</p>}
          name={chat_id}
          done={T.removed}
          send={remove}
        />
      </div>
    </>
  );
}

const TELEGRAM = "https://api.telegram.org";

function BotFields({ bot }: { readonly bot?: TelegramBot }) {
  const server = bot === undefined || bot.bot_url === TELEGRAM ? "" : bot.bot_url;
  return (
    <>
      <Field
        label={T.token}
        name="token"
        type="password"
        hint={T.tokenHint}
        maxLength={130}
        autocomplete="off"
        autofocus={bot !== undefined}
        required
      />
      <Field
        label={T.chat}
        name="chat"
        initial={bot?.chat_id ?? ""}
        hint={T.chatHint}
        maxLength={40}
        autocomplete="off"
        required
      />
      <Field
        label={T.server}
        name="server"
        type="url"
        initial={server}
        hint={T.serverHint}
        maxLength={300}
        autocomplete="off"
        placeholder={TELEGRAM}
      />
    </>
  );
}
