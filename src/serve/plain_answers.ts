/**
 * Creates simple responses: headers, JSON and text.
 * @module
 */

/** The headers of every response. */
export function responseHeaders(type: string): Record<string, string> {
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

/** A response with JSON. */
export function jsonAnswer(value: unknown): Response {
  return new Response(JSON.stringify(value), { headers: responseHeaders("application/json") });
}

/** A response with text, usually the reason for an error. */
export function plainAnswer(status: number, text: string): Response {
  return new Response(text + "\n", { status, headers: responseHeaders("text/plain; charset=utf-8") });
}
