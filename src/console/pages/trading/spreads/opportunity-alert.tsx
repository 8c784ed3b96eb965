/** An alert for arbitrage: a sentence, and a sound or a notification of the system where they are wanted. */
import { useRef } from "preact/hooks";
import { useParam } from "../../../live/param.ts";
import { announce } from "../../../parts/announce.tsx";
import { Check, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { say, texts } from "../../../say.ts";
import { risen, type Opportunity, type Seen } from "./opportunities.ts";
import { signedText } from "./spread-values.ts";

const T = texts.trading.spreads.alert;

interface Alert {
  readonly isOn: boolean;
  /** What was entered for the least return after fees. */
  readonly least: string;
  readonly setLeast: (least: string) => void;
  readonly hasSound: boolean;
  readonly setSound: (isOn: boolean) => void;
  readonly hasNotification: boolean;
  readonly setNotification: (isOn: boolean) => Promise<void>;
  readonly look: (before: Seen | undefined, now: Seen) => void;
}

/** @param search only combinations with this text in their codes */
export function useAlert(search: string): Alert {
  const [least, setLeast] = useParam("alert");
  const [sound, setSound] = useParam("sound");
  const [notification, setNotification] = useParam("notification");
  const speaker = useRef<AudioContext | undefined>(undefined);
  const leastPercent = Number(least.replace(",", "."));
  const isOn = least !== "" && Number.isFinite(leastPercent);
  const beep = (): void => {
    speaker.current ??= new AudioContext();
    play(speaker.current);
  };
  const look = (before: Seen | undefined, now: Seen): void => {
    if (!isOn) return;
    const found = risen(before, now, leastPercent).filter(({ code }) => code.includes(search.toLowerCase()));
    const [first] = found;
    if (!first) return;
    const text = sentenceOf(first, found.length - 1);
    announce(text);
    if (sound !== "") beep();
    if (notification !== "" && mayNotify()) showNotification(text);
  };
  return {
    isOn,
    least,
    setLeast,
    hasSound: sound !== "",
    setSound(isWanted) {
      setSound(isWanted ? "1" : "");
      // Browsers play sounds only after a person has done something: this is it, and an example of the sound.
      if (isWanted) beep();
    },
    hasNotification: notification !== "",
    async setNotification(isWanted) {
      const isAllowed = isWanted && hasNotifications() && (await Notification.requestPermission()) === "granted";
      if (isWanted && !isAllowed) announce(T.notAllowed);
      setNotification(isAllowed ? "1" : "");
    },
    look,
  };
}

export function AlertChoice({ alert }: { readonly alert: Alert }) {
  const isWrong = alert.least !== "" && !alert.isOn;
  return (
    <Section title={T.title}>
      <div class="chart-controls wide">
        <Field
          label={T.least}
          hint={T.hint}
          problem={isWrong ? T.noNumber : undefined}
          inputMode="decimal"
          value={alert.least}
          onInput={({ currentTarget }) => alert.setLeast(currentTarget.value.trim())}
        />
        <Check
          label={T.sound}
          checked={alert.hasSound}
          onChange={({ currentTarget }) => alert.setSound(currentTarget.checked)}
        />
        {hasNotifications() ? (
          <Check
            label={T.notification}
            checked={alert.hasNotification}
            onChange={({ currentTarget }) => void alert.setNotification(currentTarget.checked)}
          />
        ) : (
          <p class="faint">{T.noNotifications}</p>
        )}
      </div>
    </Section>
  );
}

function sentenceOf({ code, netPercent = 0 }: Opportunity, others: number): string {
  const [buy = "", sell = ""] = code.split("+", 2);
  const text = say(T.found, { buy, sell, percent: signedText(netPercent) });
  return others === 0 ? text : `${text} ${say(T.others, { n: others })}`;
}

/** Pages that came over plain HTTP have none. */
function hasNotifications(): boolean {
  return isSecureContext && "Notification" in globalThis;
}

function mayNotify(): boolean {
  return hasNotifications() && Notification.permission === "granted";
}

function showNotification(text: string): void {
  try {
    // The tag lets a newer one take the place of the last.
    void new Notification(T.title, { body: text, tag: "tripod-arbitrage" });
  } catch {
    // Browsers of phones allow them to service workers only; the sentence on the page stands for it.
  }
}

const [HERTZ, SECONDS, LOUDNESS] = [880, 0.25, 0.2];

function play(context: AudioContext): void {
  void context.resume();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = HERTZ;
  volume.gain.value = LOUDNESS;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + SECONDS);
}
