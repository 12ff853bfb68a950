/**
 * Light or dark: as the system has it, or as it was chosen here. The style sheet knows one of both, by an attribute of the
 * page; drawings are told when it changes.
 * @module
 */

import { choice, colorsChanged } from "./dom.ts";

/** What can be chosen. */
export type Theme = "system" | "light" | "dark";

/** Choices as they are shown. */
export const THEMES: readonly (readonly [theme: Theme, shown: string])[] = [
  ["system", "system theme"],
  ["light", "light theme"],
  ["dark", "dark theme"],
];

const KEPT = "quarry.theme";
const system = matchMedia("(prefers-color-scheme: dark)");
let chosen: Theme = known(kept());

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // The browser keeps nothing.
  }
}

function known(text: string | null): Theme {
  return THEMES.find(([theme]) => theme === text)?.[0] ?? "system";
}

function apply(): void {
  const { dataset } = document.documentElement;
  const wanted = chosen === "system" ? (system.matches ? "dark" : "light") : chosen;
  if (dataset["theme"] === wanted) return;
  dataset["theme"] = wanted;
  colorsChanged();
}

/** Takes a theme, for this page and all that come later. */
export function setTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(KEPT, theme);
  } catch {
    // This page has it.
  }
  apply();
  for (const select of document.querySelectorAll<HTMLSelectElement>(".theme select")) select.value = theme;
}

/** The choice of a theme. */
export function themeChoice(): HTMLElement {
  const short = THEMES.map(([theme]) => [theme, theme] as const);
  const element = choice("Theme", short, chosen, setTheme);
  element.classList.add("theme");
  return element;
}

system.addEventListener("change", apply);
// Another tab has chosen.
addEventListener("storage", ({ key, newValue }) => {
  if (key === KEPT) setTheme(known(newValue));
});
apply();
