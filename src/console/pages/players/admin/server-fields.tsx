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
        <Field
          label={T.host}
          name="rconHost"
          hint={T.hostHint}
          initial={Rcon?.Host ?? ""}
          maxLength={255}
          autocomplete="off"
        />
        <PortField name="rconPort" port={Rcon?.Port} placeholder="27020" />
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
        <Field
          label={T.host}
          name="queryHost"
          hint={T.queryHint}
          initial={Query?.Host ?? ""}
          maxLength={255}
          autocomplete="off"
        />
        <PortField name="queryPort" port={Query?.Port} placeholder="27015" />
      </fieldset>
      <Check label={T.gameLog} name="gameLog" initial={of?.GameLog ?? false} />
      <Check label={T.chat} name="chat" initial={of?.Chat ?? false} />
    </>
  );
}

interface PortFieldProps {
  readonly name: string;
  readonly port: number | undefined;
  readonly placeholder: string;
}

function PortField({ name, port, placeholder }: PortFieldProps) {
  const initial = port === undefined ? "" : String(port);
  return <Field label={T.port} name={name} type="number" min={1} max={65_535} {...{ initial, placeholder }} />;
}
