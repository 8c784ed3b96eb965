/** What a person sees of a name that another person chose. */

/** Zero-width characters, fillers and blanks that fonts draw nothing for; spaces are not among them. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|[^\P{Cc}\s]/gu;

/** A name as a page shows it: without characters that cannot be seen, and with one space for several. Empty if nothing is seen. */
export function visibleText(name: string): string {
  return name.replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
}

/** What a person types to confirm `action`: the name of what it is about, or, where nothing is seen of that, the action. */
export function wordToType(name: string, action: string): string {
  return visibleText(name) === "" ? action : name;
}

/** Whether a person has typed, or pasted, a name that is shown to them. An empty field is never a name. */
export function isTypedAs(name: string, typed: string): boolean {
  if (typed === "") return false;
  const seen = visibleText(name);
  return typed === name || (seen !== "" && visibleText(typed) === seen);
}
