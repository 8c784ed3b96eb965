/** Colours of charts, which draw on a canvas and so cannot follow the style by themselves. */
import { useEffect, useState } from "preact/hooks";

export interface ChartColours {
  readonly panel: string;
  readonly text: string;
  readonly line: string;
  readonly good: string;
  readonly bad: string;
  /** For lines, one after the other. */
  readonly series: readonly string[];
}

/** The colours of the theme, and of another one as soon as it is chosen. */
export function useChartColours(): ChartColours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const read = (): void => setColours(readColours());
    const watcher = new MutationObserver(read);
    watcher.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => watcher.disconnect();
  }, []);
  return colours;
}

function readColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    panel: read("panel"),
    text: read("text"),
    line: read("line"),
    good: read("good"),
    bad: read("bad"),
    series: ["accent", "warn", "simulated", "faint", "good", "bad"].map(read),
  };
}
