/**
 * Where links of a document lead on the site: to another page, to a file that is put beside the pages, or nowhere, where the
 * target is a folder or source code; then the text stays without a link.
 * @module
 */

import { dirname, extname, join, normalize } from "node:path/posix";
import { addressFrom, pagePath, ROOT, type SitePage } from "./site_pages.ts";

/** What a browser shows by itself. */
const SHOWN = new Set([".png", ".svg", ".json", ".q", ".yml", ".txt", ".html"]);
/** Files of the repository stand in this folder of the site. */
const FILES = "files";

/** Rewrites links, and keeps which files they need. */
export class PageLinks {
  /** Path in the repository to path on the site. */
  readonly files = new Map<string, string>();
  readonly #pages: ReadonlySet<string>;

  constructor(pages: readonly SitePage[]) {
    this.#pages = new Set(pages.map(({ source }) => source));
  }

  /** The address of what a document names, or null where the site has nothing to show. */
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

  /** The address of a file of the repository, which the site then carries. */
  file(from: SitePage, source: string): string {
    Deno.statSync(join(ROOT, source));
    const path = `${FILES}/${source}`;
    this.files.set(source, path);
    return addressFrom(from.path, path);
  }
}
