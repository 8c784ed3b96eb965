/** Why an admin does it. The trail of the account keeps it. */
import { Field } from "../../../../parts/field.tsx";
import { texts } from "../../../../say.ts";

const T = texts.trading.users;

export function Reason() {
  return <Field label={T.reason} name="reason" hint={T.reasonHint} maxLength={400} autocomplete="off" required />;
}
