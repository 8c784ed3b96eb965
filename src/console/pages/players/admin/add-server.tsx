/** Adding a game server: by RCON, a query address, or both. The doctor then says whether it answers. */
import { players } from "../../../live/clients.ts";
import { go } from "../../../live/place.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { texts } from "../../../say.ts";
import { newServer } from "./server-changes.ts";
import { ServerFields } from "./server-fields.tsx";

const T = texts.players.admin.servers;
const GAMES = [
  ["ase", texts.players.live.games.ase],
  ["asa", texts.players.live.games.asa],
] as const;

export function AddServer({ added }: { readonly added: () => void }) {
  const send = async (entered: Entered): Promise<void> => {
    await players.cluster.addServer({ body: newServer(entered) });
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
        <Choice label={T.game} name="game" choices={GAMES} initial="ase" />
        <ServerFields />
      </ActionForm>
    </div>
  );
}
