/**
 * The page of the workbench, and the headers that isolate it.
 * @module
 */

import { escapeHtml } from "../render/escape_html.ts";

/**
 * Returns the content security policy: only the page's own script runs, it connects only to its own server,
 * and no other page can embed it.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Chromium writes an inline style when a user types over coloured text; it cannot run scripts.
    "style-src-attr 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

/** Returns the page, whose contents its script creates. The nonce lets the editor add its own style. */
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

/** A nonce in a static file protects nothing, but nothing needs it: names of a trace are never used as markup. */
const OWN_STYLE = "quarry";

/**
 * Returns the page that works without a server, including its policy. `'self'` is the site it comes from, or
 * the file itself.
 */
export function staticPage(): string {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src blob:",
    `style-src 'self' 'nonce-${OWN_STYLE}'`,
    "style-src-attr 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types quarry",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Quarry</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
<script defer src="quarry.js"></script>
</head>
<body data-nonce="${OWN_STYLE}">
<noscript>The workbench is a program in the browser and needs JavaScript.</noscript>
</body>
</html>
`;
}
