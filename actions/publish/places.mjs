/**
 * Where the members of a JSON text stand.
 *
 * @param {string} text valid JSON
 * @returns a function from a path such as `packages[0].transport.url` to the line and column (from 1) of that value's
 *   member; of the nearest member that contains it where it is missing
 */
export function placesOf(text) {
  const starts = lineStarts(text);
  const offsets = new Map([["", firstCharacter(text, 0)]]);
  readValue(text, firstCharacter(text, 0), "", offsets);
  return (path) => {
    let known = path;
    while (!offsets.has(known)) known = known.slice(0, Math.max(known.lastIndexOf("."), known.lastIndexOf("["), 0));
    const offset = offsets.get(known);
    let line = 0;
    while (line + 1 < starts.length && starts[line + 1] <= offset) line++;
    return { line: line + 1, column: offset - starts[line] + 1 };
  };
}

function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Reads the value at `at`, and returns the offset after it. */
function readValue(text, at, path, offsets) {
  if (text[at] === "{") return readObject(text, at, path, offsets);
  if (text[at] === "[") return readArray(text, at, path, offsets);
  if (text[at] === '"') return afterString(text, at);
  let end = at;
  while (end < text.length && !",]} \t\r\n".includes(text[end])) end++;
  return end;
}

function readObject(text, at, path, offsets) {
  let next = firstCharacter(text, at + 1);
  while (text[next] === '"') {
    const end = afterString(text, next);
    const member = path === "" ? JSON.parse(text.slice(next, end)) : `${path}.${JSON.parse(text.slice(next, end))}`;
    offsets.set(member, next);
    const value = firstCharacter(text, firstCharacter(text, end) + 1);
    next = afterComma(text, readValue(text, value, member, offsets));
  }
  return next + 1;
}

function readArray(text, at, path, offsets) {
  let next = firstCharacter(text, at + 1);
  for (let index = 0; text[next] !== "]"; index++) {
    offsets.set(`${path}[${index}]`, next);
    next = afterComma(text, readValue(text, next, `${path}[${index}]`, offsets));
  }
  return next + 1;
}

function afterString(text, at) {
  let end = at + 1;
  while (text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return end + 1;
}

function afterComma(text, at) {
  const next = firstCharacter(text, at);
  return text[next] === "," ? firstCharacter(text, next + 1) : next;
}

function firstCharacter(text, at) {
  let next = at;
  while (next < text.length && " \t\r\n\uFEFF".includes(text[next])) next++;
  return next;
}
