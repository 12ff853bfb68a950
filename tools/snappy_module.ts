/**
 * The library that decompresses snappy loads its module from a file beside itself, which a bundle does not have.
 * @module
 */

import { cachedFile } from "./npm_cache.ts";

/** The library's reference to the file, in a bundle or before. */
const PLACE = /new URL\("snappy_bg\.wasm", ?import\.meta\.url\)/g;

/** Embeds the module into the one script that contains the library. Throws if there is not exactly one. */
export async function putSnappyInside(scripts: readonly string[], deno: string): Promise<void> {
  const module = await Deno.readFile(await cachedFile("snappy-wasm/0.3.0/es/snappy_bg.wasm", deno));
  let places = 0;
  for (const path of scripts) {
    const text = await Deno.readTextFile(path);
    const filled = text.replaceAll(PLACE, () => {
      places++;
      return `Uint8Array.fromBase64("${module.toBase64()}")`;
    });
    if (filled !== text) await Deno.writeTextFile(path, filled);
  }
  if (places !== 1) throw new Error(`The decoder of snappy is loaded in ${places} places`);
}
