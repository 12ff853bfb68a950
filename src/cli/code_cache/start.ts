/**
 * The entry point of the compiled program. The first page of help and the version are texts within the bundle, so
 * that they need no other modules.
 * @module
 */

import { quickAnswer } from "./quick_answer.ts";

/** Writes a text; returns false if standard output fails. The program then reports the error. */
function printText(text: string): boolean {
  try {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
    return true;
  } catch {
    return false;
  }
}

const text = quickAnswer(Deno.args);
if (text === undefined || !printText(text)) await import("./with_code.ts");
