/**
 * Calls of a capture of GFXReconstruct as `gfxrecon-convert` writes them: one JSON object per line, or one
 * list of such objects.
 *
 *     {"header":{"source-path":"cube.gfxr","gfxrecon-version":"0.9.18",...}}
 *     {"index":5,"vkFunc":{"name":"vkCreateDevice","return":"VK_SUCCESS","args":{"physicalDevice":2,...}}}
 *
 * Releases before 1.0 call a Vulkan call `vkFunc`; later ones `function`, with its thread, and `method` for calls of objects.
 * @module
 */

/** Name of the format. */
export const FORMAT_NAME = "gfxr";

const HEADER = /^(?:\xef\xbb\xbf)?\s*\[?\s*\{\s*"header"\s*:\s*\{[^{}]*"gfxrecon-version"/;
const RECORD =
  /^(?:\xef\xbb\xbf)?\s*\[?\s*\{\s*"index"\s*:\s*\d+\s*,\s*"(?:vkFunc|function|method|annotation|state)"\s*:/;

/** Returns whether a stream begins like a capture. */
export function looksLikeGfxr(head: Uint8Array): boolean {
  const text = new TextDecoder("latin1").decode(head);
  return HEADER.test(text) || RECORD.test(text);
}
