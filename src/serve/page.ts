/**
 * The page of the workbench, and the headers that keep it to itself.
 * @module
 */

import { escapeHtml } from "../render/escape_html.ts";

/** Headers of every answer. */
export function usualHeaders(type: string): Record<string, string> {
  return {
    "content-type": type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
  };
}

/** Only our own script runs, only our own server is asked, and nobody shows the page inside of another. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Chromium writes a style into the line when somebody types over colours; it is no way to a script.
    "style-src-attr 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

/** The page: everything in it is made by its script. The nonce lets the editor add its own style. */
export function workbenchPage(nonce: string, title: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
<script type="module" src="app.js"></script>
</head>
<body data-nonce="${escapeHtml(nonce)}">
<noscript>The workbench is a program in the browser and needs JavaScript. "quarry report" writes a page that does not.</noscript>
</body>
</html>
`;
}
