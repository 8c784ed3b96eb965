/**
 * Sends lines in texts that the bus can carry. Only those that are there at the beginning of a text are waited for.
 *
 * @param maxCharacters a text is ended when it has this many
 */
export async function sendInTexts(
  next: () => string | undefined,
  send: (text: string) => void | Promise<void>,
  maxCharacters: number,
): Promise<void> {
  let text = "";
  for (let line = next(); line !== undefined; line = next()) {
    text += line;
    if (text.length < maxCharacters) continue;
    await send(text);
    text = "";
  }
  if (text !== "") await send(text);
}
