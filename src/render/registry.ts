/**
 * The list of display modes.
 * @module
 */

import { asciiTable, boxRenderer } from "./box.ts";
import { html } from "./html.ts";
import { json, ndjson } from "./json.ts";
import { line } from "./line.ts";
import { markdown } from "./markdown.ts";
import { none } from "./none.ts";
import { plotMode } from "./plot_mode.ts";
import type { Renderer } from "./renderer.ts";
import { csv, list, tsv } from "./separated.ts";

/** Every display mode. */
export const renderers: readonly Renderer[] = [
  boxRenderer,
  asciiTable,
  csv,
  tsv,
  json,
  ndjson,
  markdown,
  line,
  list,
  html,
  plotMode,
  none,
];

/** The mode for a file name extension. */
export function rendererOfFile(path: string): Renderer | undefined {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : renderers.find(({ endings }) => endings?.includes(ending));
}

/** A mode by name. */
export function rendererNamed(name: string): Renderer | undefined {
  return renderers.find((each) => each.name === name);
}
