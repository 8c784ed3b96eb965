/** Setting up the second factor: the password, then a code of the app that has read the picture, then recovery codes. */
import { useState } from "preact/hooks";
import type { TwoFactorSetupResult } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Field } from "../../../parts/field.tsx";
import { texts } from "../../../say.ts";
import { QrCode } from "./qr-code.tsx";

const T = texts.trading.secondFactor;

interface SetUpProps {
  /** Called when the user has the recovery codes and goes on. */
  readonly onDone: () => void;
}

export function SetUpSecondFactor({ onDone }: SetUpProps) {
  const [made, setMade] = useState<TwoFactorSetupResult>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!made) {
    const begin = async ({ password = "" }: Entered): Promise<void> =>
      setMade(await trading.accounts.twoFactorSetup({ password }));
    return (
      <ActionForm action={T.begin} send={begin}>
        <p>{T.why}</p>
        <Field
          label={texts.trading.signIn.password}
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
      </ActionForm>
    );
  }
  const confirm = async ({ code = "" }: Entered): Promise<void> => {
    const { recovery_codes } = await trading.accounts.twoFactorConfirm({ code: code.replaceAll(" ", "") });
    setCodes(recovery_codes);
  };
  return (
    <>
      <p>{T.scan}</p>
      <QrCode picture={made.qr} title={T.qr} />
      <p>{T.orType}</p>
      <Snippet text={made.secret} what={T.secret} />
      <ActionForm action={T.confirm} send={confirm}>
        <Field
          label={texts.trading.signIn.code}
          name="code"
          hint={texts.trading.signIn.codeHint}
          inputMode="numeric"
          autocomplete="one-time-code"
          required
        />
      </ActionForm>
    </>
  );
}

interface RecoveryCodesProps extends SetUpProps {
  readonly codes: readonly string[];
}

/** Shown once: they are the way in when the app is lost. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <div role="status">
      <p>{T.recovery}</p>
      <Snippet text={codes.join("\n")} what={T.recoveryCodes} />
      <p class="actions">
        <button type="button" class="primary" onClick={onDone}>
          {T.kept}
        </button>
      </p>
    </div>
  );
}
