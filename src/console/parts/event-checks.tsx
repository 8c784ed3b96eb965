/** The events that a webhook receives, each with a box to check. */
import type { Entered } from "./action-form.tsx";
import { Check } from "./field.tsx";

interface EventChecksProps {
  readonly legend: string;
  /** Value and what is shown for it. */
  readonly events: readonly (readonly [value: string, title: string])[];
  /** Those that are checked at first. */
  readonly initial?: readonly string[];
}

export function EventChecks({ legend, events, initial = [] }: EventChecksProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="fields checks">
        {events.map(([value, title]) => (
          <Check key={value} label={title} name={value} initial={initial.includes(value)} />
        ))}
      </div>
    </fieldset>
  );
}

/** The events that were checked in a form with `EventChecks`. */
export function checkedEvents<EventName extends string>(entered: Entered, events: readonly EventName[]): EventName[] {
  return events.filter((event) => entered[event] !== undefined);
}
