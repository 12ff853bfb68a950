/**
 * Targets of a document's links on the site: another page, a file beside the pages, or none if the target is a folder
 * or source code; then the text has no link.
 * @module
 */

import { dirname, extname, join, normalize } from "node:path/posix";
import { addressFrom, pagePath, ROOT, type SitePage } from "./site_pages.ts";

/** Files that a browser shows itself. */
const SHOWN = new Set([".png", ".svg", ".json", ".q", ".yml", ".txt", ".html"]);
/** Files of the repository are in this folder of the site. */
const FILES = "files";

/** Rewrites links, and collects the files that they need. */
export class PageLinks {
  /** Paths on the site by path in the repository. */
  readonly files = new Map<string, string>();
  readonly #pages: ReadonlySet<string>;

  constructor(pages: readonly SitePage[]) {
    this.#pages = new Set(pages.map(({ source }) => source));
  }

  /** The address of a document's link target, or null if it is not on the site. */
  address(from: SitePage, target: string): string | null {
    if (/^[a-z]+:/i.test(target) || target.startsWith("#")) return target;
    const [path = "", anchor] = target.split("#");
    const source = normalize(join(dirname(from.source), path)).replace(/\/$/, "");
    const page = [source, `${source}/README.md`].find((each) => this.#pages.has(each));
    if (page !== undefined) {
      return addressFrom(from.path, pagePath(page)) + (anchor === undefined ? "" : `#${anchor}`);
    }
    return SHOWN.has(extname(source)) || source === "LICENSE" ? this.file(from, source) : null;
  }

  /** The address of a file of the repository, which is then included in the site. */
  file(from: SitePage, source: string): string {
    Deno.statSync(join(ROOT, source));
    const path = `${FILES}/${source}`;
    this.files.set(source, path);
    return addressFrom(from.path, path);
  }
}
