/**
 * The page around the panels: one file that loads nothing from elsewhere.
 * @module
 */

import { createHash } from "node:crypto";
import { type Markup, Markup as SafeMarkup, markup } from "./markup.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";

/** What the header and the footer of the page show. */
export interface PageFacts {
  readonly title: string;
  /** Names of the traces, with the ids of their sections. */
  readonly sections: readonly { readonly name: string; readonly id: string }[];
  /** Version of the program. */
  readonly version: string;
  /** Command that opens the traces for more queries. */
  readonly command: string;
}

/** Returns everything before the sections. */
export function pageHead({ title, sections }: PageFacts): Markup {
  // Nothing is loaded, and no script but the page's own runs, whatever a trace contains.
  const policy =
    `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash()}'; base-uri 'none'; ` +
    "form-action 'none'";
  const links = sections.map(({ name, id }) => markup`<li><a href="#${id}">${name}</a></li>\n`);
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new SafeMarkup(STYLE)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
${sections.length > 1 ? markup`<nav aria-label="Traces"><ul>\n${links}</ul></nav>\n` : null}</header>
<main>
`;
}

/** Returns everything after the sections. */
export function pageFoot({ version, command }: PageFacts): Markup {
  return markup`</main>
<footer>
<p>To run more queries: <code>${command}</code></p>
<p>Each chart and table has its query; run it at the prompt to explore further.</p>
<p>Made by Quarry ${version}. 1 KiB is 1024 bytes; hover over a number for its exact value.</p>
</footer>
<script>${new SafeMarkup(SCRIPT)}</script>
</body>
</html>
`;
}

function scriptHash(): string {
  return createHash("sha256").update(SCRIPT).digest("base64");
}
