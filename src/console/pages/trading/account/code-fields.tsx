/** Fields for a code of the second factor. They are there for users who have one: changes that matter ask for it. */
import { tradingUser } from "../../../live/identity.ts";
import type { Entered } from "../../../parts/action-form.tsx";
import { Field } from "../../../parts/field.tsx";
import { texts } from "../../../say.ts";

const T = texts.trading.signIn;

export function CodeFields() {
  if (tradingUser.value?.twofactor !== true) return null;
  return (
    <>
      <Field label={T.code} name="code" hint={T.codeHint} inputMode="numeric" autocomplete="one-time-code" />
      <Field label={T.recoveryCode} name="recovery_code" hint={T.recoveryCodeHint} autocomplete="off" />
    </>
  );
}

/** What was entered in `CodeFields`. */
export function codesIn({ code, recovery_code }: Entered): { code?: string; recovery_code?: string } {
  return {
    ...(code === undefined ? {} : { code: code.replaceAll(" ", "") }),
    ...(recovery_code === undefined ? {} : { recovery_code: recovery_code.trim() }),
  };
}
