/** Light, dark, or as the system has it. The choice is kept in this browser. */
import { signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const NAME = "tripod-theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = signal<Theme>(keptTheme());

/** Sets the theme of the document as it was chosen. */
export function applyTheme(): void {
  if (theme.value === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
}

/** Goes from one to the next, and round again. */
export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
  try {
    localStorage.setItem(NAME, theme.value);
  } catch {
    // A browser that keeps nothing still changes it for now.
  }
  applyTheme();
}

function keptTheme(): Theme {
  try {
    const kept = localStorage.getItem(NAME);
    return THEMES.find((each) => each === kept) ?? "system";
  } catch {
    return "system";
  }
}
