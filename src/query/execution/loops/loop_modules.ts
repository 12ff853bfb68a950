/**
 * Cache of generated loop modules: one per kind of expression and column layout, generated on first use.
 * @module
 */

import type { GeneratedModule } from "../../../memory/generated_modules.ts";
import { loopModule } from "./loop_code.ts";
import type { LoopUse } from "./loop_interface.ts";
import type { ColumnShape, LoweredNode } from "./lowered.ts";

/** Maximum number of cached modules; each takes a few kilobytes. */
const MOST_MODULES = 256;

const known = new Map<string, GeneratedModule>();
let made = 0;

/** The cached or new module of a loop. */
export function loopModuleOf(
  root: LoweredNode,
  use: LoopUse,
  shapes: readonly ColumnShape[],
  constants: number,
  vectors: boolean,
): GeneratedModule {
  const key = `${JSON.stringify(use)} ${vectors} ${shapes.length} ${constants} ${root.key}`;
  let module = known.get(key);
  if (module) known.delete(key);
  else {
    module = { number: ++made, bytes: loopModule(root, use, shapes, constants, vectors) };
    if (known.size >= MOST_MODULES) known.delete(known.keys().next().value!);
  }
  known.set(key, module);
  return module;
}
