/** Servers whose saves have not been read yet: what they hold cannot be found, and is not missing. */
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { texts } from "../../../say.ts";

const T = texts.players.search;

/** @param everyMs how often the lookup is asked whether it has read them */
export function UnreadSaves({ everyMs }: { readonly everyMs: number }) {
  const servers = useAsked((signal) => players.system.listServers({}, { signal }), [], { everyMs });
  const unread = (servers.value ?? []).filter(({ LastRead, Sources }) => LastRead === null && Sources.Saves !== null);
  if (unread.length === 0) return null;
  return (
    <div role="status">
      <p>{T.unread}</p>
      {unread.map(({ Key, Name, Sources }) => (
        <p key={Key} class="faint">
          {Name}: {Sources.Saves?.Says}
        </p>
      ))}
    </div>
  );
}
