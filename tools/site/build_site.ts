/**
 * The documentation as a site: `deno task site [FOLDER]` writes static pages with a search, the workbench that runs
 * their examples, and the reference of the library; `dist/site` by default. Any file host can serve them, and a browser
 * can open them from disk, except for the examples, which load a trace.
 * @module
 */

import { dirname, join } from "node:path";
import { say } from "../commands.ts";
import { writePage } from "../package/build_page.ts";
import { bundled } from "../workbench/workbench_files.ts";
import { apiReference } from "./api_reference.ts";
import { brokenLinks } from "./check_links.ts";
import { PageLinks } from "./page_links.ts";
import { type RenderedPage, renderPage, WORKBENCH } from "./render_page.ts";
import { indexScript } from "./search_index.ts";
import { documents, ROOT, sections } from "./site_pages.ts";

/** The colours of the workbench, dark ones if the system is set to dark, then the rules of the pages. */
async function siteStyle(): Promise<string> {
  const workbench = await Deno.readTextFile(join(ROOT, "workbench/style.css"));
  const light = /^:root \{[^}]*\}/.exec(workbench);
  const dark = /^:root\[data-theme="dark"\] (\{[^}]*\})/m.exec(workbench);
  if (!light || !dark) throw new Error("workbench/style.css does not begin with its light and dark colours");
  const own = await Deno.readTextFile(join(ROOT, "tools/site/site.css"));
  return `${light[0]}\n@media (prefers-color-scheme: dark) {\n:root ${dark[1]}\n}\n${own}`;
}

const folder = Deno.args[0] ?? join(ROOT, "dist/site");
const write = async (path: string, text: string): Promise<void> => {
  await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
  await Deno.writeTextFile(join(folder, path), text);
};

const pages = [...await documents(), apiReference(join(ROOT, "mod.ts"))];
const list = sections(pages);
const links = new PageLinks(pages);
const rendered = new Map<string, RenderedPage>(
  pages.map((page) => [page.path, renderPage(page, list, links)]),
);
const made: Record<string, string> = {
  "style.css": await siteStyle(),
  "search.js": await bundled("site/search.ts"),
  "search_index.js": indexScript(rendered),
};
const html = new Map([...rendered].map(([path, { html }]) => [path, html]));
const broken = brokenLinks(html, new Set([...Object.keys(made), WORKBENCH, ...links.files.values()]));
if (broken.length > 0) throw new Error(`Links that lead nowhere:\n${broken.join("\n")}`);

for (const [path, text] of [...html, ...Object.entries(made)]) await write(path, text);
for (const [source, path] of links.files) {
  await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
  await Deno.copyFile(join(ROOT, source), join(folder, path));
}
await writePage(join(folder, dirname(WORKBENCH)));
say(`${folder}: ${html.size} pages, ${links.files.size} files beside them`);
