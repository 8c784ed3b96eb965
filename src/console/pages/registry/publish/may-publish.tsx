/** Says under which names the session may publish or edit. */
import { registryCaller, type RegistryAction } from "../../../live/registry-caller.ts";
import { signInAddress } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.registry.publish;

export function MayPublish({ action }: { readonly action: RegistryAction & ("publish" | "edit") }) {
  const caller = registryCaller.value;
  if (caller === undefined) return null;
  if (caller === null) {
    return (
      <p>
        {T.signInFirst} <a href={signInAddress("registry")}>{texts.states.signIn}</a>
      </p>
    );
  }
  const names = caller.permissions.flatMap((each) => (each.action === action ? [each.resource] : []));
  const values = { subject: caller.subject, names: names.map((name) => (name === "*" ? T.anyName : name)).join(", ") };
  return <p>{names.length === 0 ? say(T.mayNothing[action], values) : say(T.may[action], values)}</p>;
}
