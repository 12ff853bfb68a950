/**
 * Legends: what the colours of a drawing mean.
 * @module
 */

import { h } from "./dom.ts";
import { shadeAt, shadeEnds, shadeOf } from "./shades.ts";

/** What something is drawn in: a class of the style sheet. */
type Swatch = "grew" | "shrank" | "equal" | "freed" | "kept" | "hole" | `shade${number}`;

/** A row of colours with words. */
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

/** The legend where two sides are compared. */
export function signedLegend(before: string): HTMLElement {
  return legendOf(`against ${before}`, [["grew", "grew"], ["shrank", "shrank"], ["equal", "as before"]]);
}

/** A scale of shades and how it is read. */
export interface Shades {
  readonly legend: HTMLElement;
  /** The shade of a value, from 1. */
  shade(value: number): number;
}

/** Shades of values from 0 to `most`, and their legend. */
export function shadesOf(
  values: readonly number[],
  most: number,
  { title, words, hole, isWhole = false }: {
    readonly title: string;
    readonly words: (value: number) => string;
    /** What has no shade. */
    readonly hole?: string;
    /** Whether values are whole numbers, which have few shades where they are small. */
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
