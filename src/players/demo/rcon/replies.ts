/** An ARK server's replies to the commands that are read here, with its blanks and line ends. */

/** The running game, as far as RCON shows it. */
export interface SimulatedGame {
  /** The online players, in the order of the list. */
  players(): readonly { readonly name: string; readonly platformId: string }[];
  /** Lines of chat since the last call; they are handed out once. */
  takeChat(): readonly string[];
  /** Lines of the log since the last call; they are handed out once. */
  takeGameLog(): readonly string[];
  /** Resolves when the save files are written. */
  saveWorld(): Promise<void> | void;
}

/** Also for commands that it does not know. */
const NO_RESPONSE = "Server received, But no response!! \n ";

/** The reply to one command; commands are known without regard to case. */
export async function replyTo(game: SimulatedGame, command: string): Promise<string> {
  switch (command.trim().toLowerCase()) {
    case "listplayers": {
      const lines = game.players().map(({ name, platformId }, index) => `${index}. ${name}, ${platformId} \n`);
      return lines.length === 0 ? "No Players Connected \n " : `\n${lines.join("")} `;
    }
    case "getchat":
      return linesOrNothing(game.takeChat());
    case "getgamelog":
      return linesOrNothing(game.takeGameLog());
    case "saveworld":
      await game.saveWorld();
      return "World Saved \n ";
    default:
      return NO_RESPONSE;
  }
}

function linesOrNothing(lines: readonly string[]): string {
  return lines.length === 0 ? NO_RESPONSE : `${lines.map((line) => `${line} \n`).join("")} `;
}
