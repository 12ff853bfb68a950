/**
 * One file with traces and the page that reads them. What is between traces and page is a template: the page with a place
 * for the title and one for the traces.
 * @module
 */

import { escapeHtml } from "../render/escape_html.ts";

/** The parts of the page. */
interface LiveFiles {
  /** Script of the page. */
  readonly script: string;
  /** Base64-encoded SHA-256 digest of the script, as `scriptInPage` returns it. */
  readonly digest: string;
  readonly style: string;
  /** Licences of all included software. */
  readonly licenses: string;
}

const TITLE = "@title-of-the-page@";
const TRACES = "@traces-of-the-page@";
/**
 * The nonce of the page's own styles. A nonce in a file protects nothing, but it need not, since names of a
 * trace are never markup.
 */
const OWN_STYLE = "quarry";

/** Escapes a script for a page, so that nothing in it ends the element. */
export function scriptInPage(script: string): string {
  return script.replace(/<(?=\/script|!--|script)/gi, "\\x3c");
}

/** The page without its traces. */
export function liveTemplate({ script, digest, style, licenses }: LiveFiles): string {
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${digest}' 'wasm-unsafe-eval'`,
    "worker-src blob:",
    `style-src 'nonce-${OWN_STYLE}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src data:",
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
<title>${TITLE}</title>
<link rel="icon" href="data:,">
<style nonce="${OWN_STYLE}">${style}</style>
</head>
<body data-nonce="${OWN_STYLE}">
<noscript>This page is a program in the browser and needs JavaScript. "quarry report" without --live writes one that does not.</noscript>
${TRACES}
<script type="text/plain" id="licenses">
${scriptInPage(licenses)}</script>
<script>${scriptInPage(script)}</script>
</body>
</html>
`;
}

/** The parts of a page before and after its traces. */
export function templateAroundTraces(
  template: string,
  title: string,
): readonly [before: string, after: string] {
  const at = template.indexOf(TRACES);
  if (at < 0) throw new Error("The page template has no place for traces");
  const before = template.slice(0, at).replace(TITLE, () => escapeHtml(title));
  return [before, template.slice(at + TRACES.length)];
}

/** A trace of a page. */
interface LiveTrace {
  readonly number: number;
  readonly name: string;
  /** Whether the page must decompress the trace (gzip) before reading it. */
  readonly isPacked: boolean;
  /** Whether this is the saved index of the trace. */
  readonly isIndex: boolean;
}

/**
 * A piece of a trace: the page concatenates the pieces with the same number. The length of each piece except
 * the last is a multiple of three.
 */
export function embeddedTracePiece(
  { number, name, isPacked, isIndex }: LiveTrace,
  bytes: Uint8Array,
): string {
  const attributes = `data-trace="${number}" data-name="${escapeHtml(name)}"${
    isPacked ? " data-packed" : ""
  }${isIndex ? " data-index" : ""}`;
  return `<script type="application/octet-stream" ${attributes}>${bytes.toBase64()}</script>\n`;
}
