/**
 * Whether every link of the site is valid: its file exists, and has the heading.
 * @module
 */

import { dirname, join, normalize } from "node:path/posix";

/** Broken links, as "page: link". */
export function brokenLinks(files: ReadonlyMap<string, string>, others: ReadonlySet<string>): string[] {
  const broken: string[] = [];
  for (const [page, html] of files) {
    for (const [, link] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^(?:https?|data|mailto):/.test(link!)) continue;
      const [path = "", anchor] = link!.replaceAll("&amp;", "&").split("#");
      const target = path === "" ? page : normalize(join(dirname(page), path));
      const text = files.get(target);
      if (text === undefined ? !others.has(target) : anchor && !text.includes(` id="${anchor}"`)) {
        broken.push(`${page}: ${link}`);
      }
    }
  }
  return broken;
}
