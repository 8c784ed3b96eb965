/**
 * The JSON of an envelope before and after a value that is written elsewhere: with the value's JSON between them it
 * equals `JSON.stringify` of the whole.
 *
 * @param wrap puts a value into the envelope, as one of its members
 */
export function writtenAround(wrap: (value: unknown) => unknown): readonly [before: string, after: string] {
  const place = {};
  const members = Object.entries(wrap(place) as object).filter(([, member]) => member !== undefined);
  const at = members.findIndex(([, member]) => member === place);
  const before = members.slice(0, at).map(written);
  const after = members.slice(at + 1).map(written);
  const name = JSON.stringify(members[at]?.[0]);
  return [`{${[...before, `${name}:`].join(",")}`, `${["", ...after].join(",")}}`];
}

function written([name, member]: readonly [string, unknown]): string {
  return `${JSON.stringify(name)}:${JSON.stringify(member)}`;
}
