/**
 * Escapes texts of traces for XML.
 * @module
 */

/** Escapes a text; characters that XML cannot represent become question marks. */
export function escapeXml(text: string): string {
  return text
    // deno-lint-ignore no-control-regex -- these are the characters that XML 1.0 refuses
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "?")
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
