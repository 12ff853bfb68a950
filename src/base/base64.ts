/**
 * Base64 text as bytes. `Uint8Array.from` with a function for each letter takes ten times as long.
 * @module
 */

/** The bytes of sound base64 text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
