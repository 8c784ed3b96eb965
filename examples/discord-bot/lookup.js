/** Questions to the lookup of players. */

const TIMEOUT_MS = 10_000;

/** A refusal of the lookup, with its sentence. */
export class LookupError extends Error {}

/**
 * @param {{ url: string, key: string }} settings
 * @returns a function that asks a path, with parameters of the query
 */
export function lookup({ url, key }) {
  return async (path, query = {}) => {
    const asked = new URL(path, url);
    for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value);
    const response = await fetch(asked, { headers: { authorization: key }, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const answer = parse(await response.text());
    if (!response.ok) throw new LookupError(answer?.Error?.Message ?? `The lookup answered ${response.status}.`);
    return answer;
  };
}

/** Numbers of players may exceed 2^53, where `JSON.parse` would change their last digits: they become text. */
function parse(text) {
  try {
    return JSON.parse(text.replaceAll(/(?<=[,{])"Id":(\d{1,19})(?=[,}])/g, '"Id":"$1"'));
  } catch {
    return undefined;
  }
}
