/**
 * The index of the site's search.
 * @module
 */

import type { SiteIndex } from "../../workbench/site/site_index.ts";
import type { RenderedPage } from "./render_page.ts";

/** The index as a script, since a page opened from disk may load scripts but not read files. */
export function indexScript(pages: ReadonlyMap<string, RenderedPage>): string {
  const index: SiteIndex = [...pages].map(([path, { title, passages }]) => [
    path,
    title,
    passages.map(({ heading, anchor, text }) => [heading, anchor, text.trim()]),
  ]);
  return `const QUARRY_INDEX=${JSON.stringify(index)};\n`;
}
