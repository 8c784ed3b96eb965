/** Seals everything that is stored with another key. Can be interrupted at any time, and run again. */
import { SealError } from "../auth/seal.ts";
import type { Database } from "../sql/database.ts";
import type { KeysAtHand } from "./require-keys.ts";
import type { SealedPlace } from "./sealed-place.ts";
import { replaceSealed, streamOthers, type SealedText } from "./sql/sealed-texts.ts";
import { forgetOtherSecretKeys } from "./sql/secret-keys.ts";

const BATCH_SIZE = 200;
/** Processes that run may seal something with the former key while we are at work; soon there is nothing new. */
const MAX_PASSES = 5;

export interface Resealed {
  /** How many texts of each place were sealed again. */
  readonly changed: ReadonlyMap<SealedPlace, number>;
  /** Texts that did not open, as `table id`. Those of keys that are said to be lost are not tried. */
  readonly closed: readonly string[];
  /** Whether nothing is left that another key has sealed, but what is lost. */
  readonly isComplete: boolean;
}

/**
 * Seals with the first key what others have sealed. Each batch is a transaction, and a text that was changed in
 * between is left for the next pass: at every moment both keys open their sealed texts.
 *
 * @param onBatch called after each batch with how many texts of the place were sealed again so far; a promise is waited for.
 */
export async function resealAll(
  db: Database,
  places: readonly SealedPlace[],
  keys: KeysAtHand,
  onBatch: (place: SealedPlace, changed: number) => unknown = () => undefined,
): Promise<Resealed> {
  const [current = ""] = keys.ids;
  const kept = [current, ...keys.lost];
  const changed = new Map<SealedPlace, number>();
  let closed: string[] = [];
  let found = 0;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    closed = [];
    found = 0;
    for (const place of places) {
      for await (const texts of streamOthers(db, place, kept, BATCH_SIZE)) {
        const batch = texts.map((text) => resealed(place, text, keys));
        const opened = batch.filter((each) => each.after !== undefined);
        closed.push(...batch.filter(({ after }) => after === undefined).map(({ id }) => `${place.table} ${id}`));
        found += opened.length;
        const done = await db.transaction((tx) =>
          replaceSealed(tx, place, opened as (SealedText & { after: string })[]),
        );
        changed.set(place, (changed.get(place) ?? 0) + done);
        await onBatch(place, changed.get(place) ?? 0);
      }
    }
    if (found === 0) break;
  }
  const isComplete = found === 0 && closed.length === 0;
  if (isComplete) await forgetOtherSecretKeys(db, kept);
  return { changed, closed, isComplete };
}

function resealed(
  place: SealedPlace,
  text: SealedText,
  { sealer }: KeysAtHand,
): SealedText & { readonly after: string | undefined } {
  const record = place.record(text.id);
  try {
    return { ...text, after: sealer.seal(sealer.open(text.sealed, record), record) };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { ...text, after: undefined };
  }
}
