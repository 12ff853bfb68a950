/**
 * Legends, which explain the colours of a drawing.
 * @module
 */

import { h } from "./dom.ts";
import { shadeAt, shadeEnds, shadeOf } from "./shades.ts";

/** What an entry is drawn in: a class of the style sheet. */
type Swatch = "grew" | "shrank" | "equal" | "freed" | "kept" | "hole" | `shade${number}`;

/** Creates a row of colours with labels. */
export function legendOf(
  title: string,
  entries: readonly (readonly [swatch: Swatch, words: string])[],
): HTMLElement {
  return h(
    "div",
    { class: "legend" },
    title === "" ? null : h("span", { class: "soft" }, title),
    ...entries.map(([swatch, words]) => h("span", { class: `swatch ${swatch}` }, words)),
  );
}

/** Creates the legend of a comparison. */
export function signedLegend(before: string): HTMLElement {
  return legendOf(`against ${before}`, [["grew", "grew"], ["shrank", "shrank"], ["equal", "as before"]]);
}

/** A scale of shades and its legend. */
export interface Shades {
  readonly legend: HTMLElement;
  /** Returns the shade of a value, from 1. */
  shade(value: number): number;
}

/** Chooses shades for values from 0 to `most`, and their legend. */
export function shadesOf(
  values: readonly number[],
  most: number,
  { title, words, hole, isWhole = false }: {
    readonly title: string;
    readonly words: (value: number) => string;
    /** What the background means. */
    readonly hole?: string;
    /** Whether values are whole numbers; small ones need fewer shades. */
    readonly isWhole?: boolean;
  },
): Shades {
  const ends = shadeEnds(values, most, isWhole);
  const entries = ends.map((end, at) =>
    [`shade${shadeAt(ends, at)}`, at === 0 ? `up to ${words(end)}` : words(end)] as const
  );
  const all = hole === undefined ? entries : [["hole", hole] as const, ...entries];
  return { legend: legendOf(title, all), shade: (value) => shadeOf(ends, value) };
}
