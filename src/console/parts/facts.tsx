/** Names and values of one thing. */
import type { ComponentChildren } from "preact";

type Fact = readonly [name: string, value: ComponentChildren];

/** Facts without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly (Fact | undefined)[] }) {
  const known = facts.filter((fact) => fact !== undefined);
  if (known.length === 0) return null;
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
