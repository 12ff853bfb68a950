/**
 * One-line plots: sparklines and heat strips.
 * @module
 */

import { visible } from "../visible.ts";
import type { PlotTheme } from "./plot_theme.ts";
import { bounds, downsample, type PlotOptions, type Series } from "./series.ts";

const SPARKS = "▁▂▃▄▅▆▇█";
const SHADES = " ░▒▓█";
/** From cold to hot, in the 256-colour palette. */
const HEAT = [17, 18, 19, 54, 90, 126, 162, 197, 202, 208, 214, 220, 226, 229];

/** Maximum width of one number in a heat strip. */
const BROADEST = 6;

/** One cell of a heat map, coloured by its `share` of the largest value; null for no value. */
export function shade(share: number | null, theme: PlotTheme): string {
  if (share === null) return " ";
  if (theme.name !== "dark" && theme.name !== "light") {
    return theme.paint("bar", SHADES[Math.round(share * (SHADES.length - 1))]!);
  }
  return `\x1b[48;5;${HEAT[Math.round(share * (HEAT.length - 1))]}m \x1b[0m`;
}

/** Draws numbers as blocks of eight heights; nulls are blank. */
export function sparkline(values: readonly (number | null)[], width: number): string {
  const points = downsample(values, width);
  const range = bounds(points);
  if (!range) return "";
  const low = Math.min(0, range.low);
  const span = range.high - low;
  return points.map((value) => {
    if (value === null) return " ";
    const height = span === 0 ? 0 : Math.round((value - low) / span * (SPARKS.length - 1));
    return SPARKS[height]!;
  }).join("");
}

/** A sparkline per series, with its bounds. */
export function sparklines(all: readonly Series[], { width, theme }: PlotOptions): string[] {
  const names = Math.max(0, ...all.map(({ name }) => name.length));
  return all.map((series) => {
    const range = bounds(series.values);
    const text = range ? `${series.spell(range.low)} to ${series.spell(range.high)}` : "no values";
    const room = Math.max(8, width - names - text.length - 4);
    const name = visible(series.name).padEnd(names);
    return `${name}  ${theme.paint("bar", sparkline(series.values, room))}  ${theme.paint("faint", text)}`;
  });
}

/** A strip whose colours show the values: dense for many numbers, broad stripes for few. */
export function heatStrip(series: Series, { width, theme }: PlotOptions): string[] {
  const broad = Math.max(1, Math.min(BROADEST, Math.floor(width / Math.max(1, series.values.length))));
  const points = downsample(series.values, width).flatMap((value) =>
    new Array<typeof value>(broad).fill(value)
  );
  const range = bounds(points);
  if (!range) return ["nothing to plot: all values are null"];
  const low = Math.min(0, range.low);
  const span = range.high - low || 1;
  const rich = theme.name === "dark" || theme.name === "light";
  const strip = points.map((value) => {
    if (value === null) return " ";
    const share = (value - low) / span;
    if (!rich) return SHADES[Math.round(share * (SHADES.length - 1))]!;
    return `\x1b[48;5;${HEAT[Math.round(share * (HEAT.length - 1))]}m `;
  }).join("") + (rich ? "\x1b[0m" : "");
  const [first = "", last = ""] = [series.labels[0], series.labels.at(-1)].map((each) => visible(each ?? ""));
  const between = Math.max(1, points.length - first.length - last.length);
  const scale = `${series.name}: ${series.spell(low)} to ${series.spell(range.high)}`;
  const strips = rich ? [strip] : [theme.paint("bar", strip)];
  return [...strips, theme.paint("faint", first + " ".repeat(between) + last), theme.paint("faint", scale)];
}
