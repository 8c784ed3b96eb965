/** What a sub-account may do: its fields, what was entered in them, and the rights in words. */
import type { Subaccount, SubaccountEditParams } from "../../../../../clients/typescript/src/trading.ts";
import type { Entered } from "../../../parts/action-form.tsx";
import { Check, Field } from "../../../parts/field.tsx";
import { texts } from "../../../say.ts";
import { wordsIn } from "../account/words-in.ts";

const T = texts.trading.subaccounts;

/** Rights that are given or not. */
const RIGHTS = [
  "active",
  "allow_api_key_usage",
  "manage_own_apikeys",
  "view_all_profiles",
  "export_enabled",
  "allow_api_access",
  "force_twofactor",
] as const;

export function RightsFields({ of }: { readonly of?: Subaccount }) {
  return (
    <>
      <div class="fields">
        <Field label={T.name} name="name" initial={of?.name ?? ""} autocomplete="off" required />
        <Field label={T.email} name="email" type="email" initial={of?.email ?? ""} autocomplete="off" required />
        <Field
          label={T.exchanges}
          name="exchanges"
          initial={of?.exchanges_enabled.join(", ") ?? "All"}
          hint={T.exchangesHint}
          autocomplete="off"
          required
        />
        <Field
          label={T.parent}
          name="parent_maximum"
          initial={of?.parent_maximum ?? ""}
          hint={T.planHint}
          inputMode="decimal"
        />
        <Field
          label={T.child}
          name="child_maximum"
          initial={of?.child_maximum ?? ""}
          hint={T.planHint}
          inputMode="decimal"
        />
      </div>
      {RIGHTS.map((right) => (
        <Check key={right} label={T.rights[right]} name={right} initial={of?.[right] ?? right === "active"} />
      ))}
    </>
  );
}

/** Empty maxima are those of the plan. */
export function rightsIn(entered: Entered): Omit<SubaccountEditParams, "id" | "password"> {
  const { name = "", email = "", exchanges = "", parent_maximum = "", child_maximum = "" } = entered;
  const isGiven = (right: (typeof RIGHTS)[number]): boolean => entered[right] !== undefined;
  return {
    name,
    email,
    exchanges_enabled: wordsIn(exchanges),
    parent_maximum,
    child_maximum,
    active: isGiven("active"),
    allow_api_key_usage: isGiven("allow_api_key_usage"),
    manage_own_apikeys: isGiven("manage_own_apikeys"),
    view_all_profiles: isGiven("view_all_profiles"),
    export_enabled: isGiven("export_enabled"),
    allow_api_access: isGiven("allow_api_access"),
    force_twofactor: isGiven("force_twofactor"),
  };
}

/** The rights that were given. */
export function wordsOfRights(person: Subaccount): string[] {
  return RIGHTS.filter((right) => right !== "active" && person[right]).map((right) => T.rights[right]);
}
