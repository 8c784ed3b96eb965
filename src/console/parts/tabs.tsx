/** Parts of a page, one of which is shown. Which one stands in the address. */
import { query, withParams } from "../live/place.ts";
import { useCurrentInView } from "./current-in-view.ts";

interface TabsProps {
  /** The parameter of the address. */
  readonly param: string;
  /** Says what is chosen here. */
  readonly label: string;
  /** Value and title. The first one is shown where the address names none. */
  readonly tabs: readonly (readonly [value: string, title: string])[];
}

export function Tabs({ param, label, tabs }: TabsProps) {
  const current = currentTab({ param, tabs });
  const row = useCurrentInView(current);
  return (
    <nav class="tabs" aria-label={label} ref={row}>
      {tabs.map(([value, title], at) => (
        <a
          key={value}
          href={withParams({ [param]: at === 0 ? undefined : value })}
          aria-current={value === current ? "page" : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** The value of the tab that the address names. */
export function currentTab({ param, tabs }: Pick<TabsProps, "param" | "tabs">): string {
  const asked = query.value.get(param);
  const found = tabs.find(([value]) => value === asked) ?? tabs[0];
  return found?.[0] ?? "";
}
