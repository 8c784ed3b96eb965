/** Adding a game server: by RCON, a query address, or both. The doctor then says whether it answers. */
import { players } from "../../../live/clients.ts";
import { go } from "../../../live/place.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Check, Choice, Field } from "../../../parts/field.tsx";
import { texts } from "../../../say.ts";

const T = texts.players.admin.servers;
const GAMES = [
  ["ase", texts.players.live.games.ase],
  ["asa", texts.players.live.games.asa],
] as const;

export function AddServer({ added }: { readonly added: () => void }) {
  const send = async (entered: Entered): Promise<void> => {
    await players.cluster.addServer({ body: serverOf(entered) });
    added();
    go("/console/players/admin?show=doctor");
  };
  return (
    <div class="narrow">
      <ActionForm action={T.add} done={T.added} send={send} clears>
        <Field
          label={T.key}
          name="key"
          hint={T.keyHint}
          pattern="[a-z0-9_\-]+"
          maxLength={32}
          autocomplete="off"
          required
        />
        <Field label={T.name} name="name" hint={T.nameHint} maxLength={100} autocomplete="off" />
        <Choice label={T.game} name="game" choices={GAMES} value="ase" />
        <fieldset>
          <legend>{T.rcon}</legend>
          <Field label={T.host} name="rconHost" hint={T.hostHint} maxLength={255} autocomplete="off" />
          <Field label={T.port} name="rconPort" type="number" min={1} max={65_535} placeholder="27020" />
          <Field
            label={T.password}
            name="rconPassword"
            type="password"
            autocomplete="off"
            hint={T.passwordHint}
            maxLength={256}
          />
        </fieldset>
        <fieldset>
          <legend>{T.query}</legend>
          <Field label={T.host} name="queryHost" hint={T.queryHint} maxLength={255} autocomplete="off" />
          <Field label={T.port} name="queryPort" type="number" min={1} max={65_535} placeholder="27015" />
        </fieldset>
        <Check label={T.gameLog} name="gameLog" />
        <Check label={T.chat} name="chat" />
      </ActionForm>
    </div>
  );
}

/** What was entered. A source without any value is left out. */
function serverOf(entered: Entered): Parameters<typeof players.cluster.addServer>[0]["body"] {
  const { key = "", name, game, rconHost, rconPort, rconPassword, queryHost, queryPort, gameLog, chat } = entered;
  const rcon = {
    ...(rconHost === undefined ? {} : { Host: rconHost }),
    ...(rconPort === undefined ? {} : { Port: Number(rconPort) }),
    ...(rconPassword === undefined ? {} : { Password: rconPassword }),
  };
  const query = {
    ...(queryHost === undefined ? {} : { Host: queryHost }),
    ...(queryPort === undefined ? {} : { Port: Number(queryPort) }),
  };
  return {
    Key: key,
    Game: game === "asa" ? "asa" : "ase",
    ...(name === undefined ? {} : { Name: name }),
    ...(Object.keys(rcon).length === 0 ? {} : { Rcon: rcon }),
    ...(Object.keys(query).length === 0 ? {} : { Query: query }),
    ...(gameLog === undefined ? {} : { GameLog: true }),
    ...(chat === undefined ? {} : { Chat: true }),
  };
}
