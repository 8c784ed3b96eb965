/** The place of a condition or a row among the others. */
import { Choice } from "../../../parts/field.tsx";
import { texts } from "../../../say.ts";

interface PlaceFieldProps {
  /** From 0, as the rows are numbered. */
  readonly position: number;
  readonly count: number;
}

/** Sends `position`. */
export function PlaceField({ position, count }: PlaceFieldProps) {
  const places = Array.from({ length: count }, (_, at) => [String(at), String(at)] as const);
  return <Choice label={texts.trading.algorithms.place} name="position" choices={places} initial={String(position)} />;
}
