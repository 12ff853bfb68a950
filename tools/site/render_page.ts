/**
 * One page: the document as HTML, headings with anchors, and examples with a link that runs them.
 * @module
 */

import { Marked, type Token, type Tokens } from "marked";
import { escapeHtml } from "../../src/render/escape_html.ts";
import { exampleFragment, examplesOf } from "./examples.ts";
import type { PageLinks } from "./page_links.ts";
import { addressFrom, type SitePage, type SiteSection } from "./site_pages.ts";

/** A heading and the text below it, for the search. */
interface Passage {
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly passages: readonly Passage[];
}

/** The static workbench, from the root of the site. */
export const WORKBENCH = "workbench/index.html";

/** Only files of the site itself: no requests to others, so that nobody learns who reads. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'none'";

/** Anchors of headings, as used by links in the documents: words in lower case, joined by hyphens. */
class Anchors {
  readonly #counts = new Map<string, number>();

  next(heading: string): string {
    const name = heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  }
}

/** The readable text of a token, without markup. */
function plainText(token: Token): string {
  const { tokens, header, rows, items } = token as Partial<Tokens.Table & Tokens.List & Tokens.Paragraph>;
  const all = (list: readonly Token[], between: string): string => list.map(plainText).join(between);
  const cells = (row: readonly Tokens.TableCell[]): string =>
    row.map((cell) => all(cell.tokens, "")).join(" ");
  if (header && rows) return [header, ...rows].map(cells).join("\n");
  if (items) return all(items, "\n");
  if (tokens) return all(tokens, token.type === "list_item" ? " " : "");
  return "text" in token ? String(token.text) : "";
}

/** The passages of a document, one for each heading. */
function passagesOf(tokens: readonly Token[]): Passage[] {
  const anchors = new Anchors();
  const passages: { heading: string; anchor: string; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const heading = plainText(token);
      passages.push({ heading, anchor: anchors.next(heading), text: "" });
    } else if (passages.length > 0) {
      passages.at(-1)!.text += `${plainText(token)}\n`;
    }
  }
  return passages;
}

/** Links that open the workbench with the queries of a block. */
function runLinks(page: SitePage, block: string, links: PageLinks): string {
  return examplesOf(block).map((example) => {
    // The workbench is in its own folder, and addresses are relative to that.
    const addresses = example.traces.map((trace) => {
      links.file(page, trace);
      return addressFrom(WORKBENCH, links.files.get(trace)!);
    });
    const target = addressFrom(page.path, WORKBENCH) + exampleFragment(example, addresses);
    const name = `Run in the browser: ${example.queries.join("; ")}`;
    return `<p class="run"><a href="${escapeHtml(target)}" aria-label="${
      escapeHtml(name)
    }">Run in the browser</a></p>`;
  }).join("\n");
}

function bodyOf(page: SitePage, links: PageLinks): { html: string; passages: Passage[] } {
  const anchors = new Anchors();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const anchor = anchors.next(tokens.map(plainText).join(""));
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = links.address(page, href);
        return address === null ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
      },
      image({ href, text }) {
        const address = links.address(page, href) ?? href;
        return `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}">`;
      },
      code({ text, lang }) {
        // Scrollable blocks can be reached with the keyboard.
        const lines = text.split("\n").map(escapeHtml).join("\n");
        const block = `<pre tabindex="0"><code>${lines}</code></pre>\n`;
        return lang === "console" ? block + runLinks(page, text, links) : block;
      },
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
          row.map((cell) => {
            const side = cell.align === "right" ? ' class="right"' : "";
            return `<${tag}${side}>${this.parser.parseInline(cell.tokens)}</${tag}>`;
          }).join("");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        return `<div class="wide" tabindex="0" role="group"><table>\n<thead><tr>${
          cells(token.header, "th")
        }</tr></thead>\n` +
          `<tbody>\n${rows}\n</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(page.markdown);
  return { html: marked.parser(tokens), passages: passagesOf(tokens) };
}

/** The list of all pages, with the current one marked. */
function navigation(page: SitePage, list: readonly SiteSection[]): string {
  return list.map(({ name, pages }) => {
    const items = pages.map(({ path, name }) => {
      const here = path === page.path ? ' aria-current="page"' : "";
      return `<li><a href="${addressFrom(page.path, path)}"${here}>${escapeHtml(name)}</a></li>`;
    });
    return `<h2>${escapeHtml(name)}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
  }).join("\n");
}

/** The complete page. */
export function renderPage(page: SitePage, list: readonly SiteSection[], links: PageLinks): RenderedPage {
  const { html, passages } = bodyOf(page, links);
  const title = passages[0]?.heading ?? page.path;
  const at = (path: string): string => addressFrom(page.path, path);
  return {
    title,
    passages,
    html: `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title === "Quarry" ? title : `${title} – Quarry`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at("style.css")}">
<script defer src="${at("search_index.js")}"></script>
<script defer src="${at("search.js")}"></script>
</head>
<body data-root="${at("index.html").replace(/index\.html$/, "")}">
<a class="skip" href="#page">To the page</a>
<header>
<a class="name" href="${at("index.html")}">Quarry</a>
<search><input type="search" id="search" placeholder="Search" aria-label="Search the documentation"
 aria-controls="found" autocomplete="off"></search>
<a href="${at(WORKBENCH)}">Workbench</a>
</header>
<div id="found" role="region" aria-label="What was found" aria-live="polite" hidden></div>
<div class="sides">
<nav aria-label="Pages">
<details open><summary>Pages</summary>
${navigation(page, list)}
</details>
</nav>
<main id="page">
${html}</main>
</div>
</body>
</html>
`,
  };
}
