/**
 * The documents that become pages of the site, their file names there, and the list of them beside every page.
 * @module
 */

import { dirname, join, normalize, relative } from "node:path/posix";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A page of the site: a document of the repository, or a generated page. */
export interface SitePage {
  /** Path of the document from the root of the repository; of a generated page, the task that generates it. */
  readonly source: string;
  /** Path of the page from the root of the site. */
  readonly path: string;
  readonly markdown: string;
}

/** A part of the list beside every page. */
export interface SiteSection {
  readonly name: string;
  readonly pages: readonly { readonly path: string; readonly name: string }[];
}

/** Documents outside `docs`, with their names in the list. */
const OTHERS: Readonly<Record<string, string>> = {
  "CONTRIBUTING.md": "Contributing",
  "src/README.md": "The code",
  "testdata/README.md": "Test data",
  "CHANGELOG.md": "Changes",
};
const FRONT = "README.md";
export const API_PAGE = "api.html";

/** The path of a document's page. */
export function pagePath(source: string): string {
  if (source === FRONT) return "index.html";
  if (source === "docs/README.md") return "documentation.html";
  return source.replace(/^docs\//, "").replace(/\/README\.md$/, ".html").replace(/\.md$/, ".html")
    .toLowerCase();
}

/** Every document of the repository for readers of the site. */
export async function documents(): Promise<SitePage[]> {
  const sources = [FRONT, ...Object.keys(OTHERS)];
  for (const folder of ["docs", "docs/dev"]) {
    for await (const { name } of Deno.readDir(join(ROOT, folder))) {
      if (name.endsWith(".md")) sources.push(`${folder}/${name}`);
    }
  }
  return await Promise.all(
    sources.sort().map(async (source) => ({
      source,
      path: pagePath(source),
      markdown: await Deno.readTextFile(join(ROOT, source)),
    })),
  );
}

/** The list of pages: that of `docs/README.md`, whose sections are tables, then other documents. */
export function sections(pages: readonly SitePage[]): SiteSection[] {
  const list = pages.find(({ source }) => source === "docs/README.md")!.markdown;
  const found: SiteSection[] = [{ name: "Quarry", pages: [{ path: "index.html", name: "What it is" }] }];
  for (const part of list.split(/^## /m).slice(1)) {
    const [name = ""] = part.split("\n", 1);
    const links = [...part.matchAll(/^\| \[([^\]]+)\]\(([^)#]+\.md)\)/gm)];
    found.push({
      name,
      pages: links.map(([, title, target]) => ({
        path: pagePath(normalize(join("docs", target!))),
        name: title!,
      })),
    });
  }
  const others = Object.entries(OTHERS).map(([source, name]) => ({ path: pagePath(source), name }));
  found.push({ name: "Project", pages: [{ path: API_PAGE, name: "Library: API" }, ...others] });
  return found;
}

/** The address of a page relative to another page. */
export function addressFrom(page: string, target: string): string {
  return relative(dirname(page), target) || target;
}
