/** A name as a sentence shows it: the first 60 characters. */
export function shownName(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}...` : name;
}
