/** The fields of a game server: those of a new one, and those that can be changed later. */
import type { ServerSetup } from "../../../../../clients/typescript/src/players.ts";
import { Check, Field } from "../../../parts/field.tsx";
import { texts } from "../../../say.ts";

const T = texts.players.admin.servers;

/** @param of the present set-up; without one, the fields are empty */
export function ServerFields({ of }: { readonly of?: ServerSetup }) {
  const { Rcon, Query } = of ?? {};
  return (
    <>
      <Field label={T.name} name="name" hint={T.nameHint} initial={of?.Name ?? ""} maxLength={100} autocomplete="off" />
      <fieldset>
        <legend>{T.rcon}</legend>
        <AddressFields name="rcon" of={Rcon} hint={T.hostHint} usualPort="27020" />
        <Field
          label={T.password}
          name="rconPassword"
          type="password"
          autocomplete="off"
          hint={Rcon ? T.passwordStays : T.passwordHint}
          maxLength={256}
        />
      </fieldset>
      <fieldset>
        <legend>{T.query}</legend>
        <AddressFields name="query" of={Query} hint={T.queryHint} usualPort="27015" />
      </fieldset>
      <Check label={T.gameLog} name="gameLog" initial={of?.GameLog ?? false} />
      <Check label={T.chat} name="chat" initial={of?.Chat ?? false} />
    </>
  );
}

interface AddressFieldsProps {
  /** Begins the names of both fields. */
  readonly name: "rcon" | "query";
  readonly of: { readonly Host?: string | null; readonly Port: number } | null | undefined;
  readonly hint: string;
  readonly usualPort: string;
}

function AddressFields({ name, of, hint, usualPort }: AddressFieldsProps) {
  return (
    <>
      <Field
        label={T.host}
        name={`${name}Host`}
        hint={hint}
        initial={of?.Host ?? ""}
        maxLength={255}
        autocomplete="off"
      />
      <Field
        label={T.port}
        name={`${name}Port`}
        type="number"
        min={1}
        max={65_535}
        initial={of ? String(of.Port) : ""}
        placeholder={usualPort}
      />
    </>
  );
}
