/**
 * Classifies API functions by name (draws, ends a frame, has no effect), since a stream does not say what
 * they do.
 * @module
 */

import { CLASS_BITS } from "./call_classes.ts";
import { CLASS_TABLE } from "./class_table.ts";

/** Patterns that are tried before the table; the first match decides. */
const PATTERNS: readonly (readonly [RegExp, number])[] = [
  [/^gl([A-Z][a-z]+)*Draw(Range|Mesh)?(Arrays|Elements)([A-Z][a-zA-Z]*)?$/, CLASS_BITS["render"]!],
  [
    /^gl(CallLists?|Clear|End|DrawPixels|DrawTransformFeedback[a-zA-Z]*|BlitFramebuffer|Rect[dfis]v?|EvalMesh[0-9]+)[0-9A-Z]*$/,
    CLASS_BITS["render"]!,
  ],
  [/^glBindFramebuffer[0-9A-Z]*$/, CLASS_BITS["swap-rendertarget"]!],
  [
    /^gl(GetFloat|GetInteger|GetVertexAttrib|GetTex(ture)?(Level)?Parameter)\w+$/,
    CLASS_BITS["no-side-effects"]!,
  ],
  [/^ID3D1(0Device|1DeviceContext)[0-9]*::(Draw\w*|ExecuteCommandList)$/, CLASS_BITS["render"]!],
  [/^ID3D1(0Device|1DeviceContext)[0-9]*::OMSetRenderTargets\w*$/, CLASS_BITS["swap-rendertarget"]!],
  [/^IDXGI(Decode)?SwapChain\w*::Present\w*$/, CLASS_BITS["end-frame"]!],
  [
    /^ID3D1[01]Device[0-9]*::(CheckFormatSupport|CheckMultisampleQualityLevels)$/,
    CLASS_BITS["no-side-effects"]! | CLASS_BITS["verbose"]!,
  ],
];

let fixed: Map<string, number> | undefined;

function table(): Map<string, number> {
  if (fixed) return fixed;
  fixed = new Map();
  for (const [classes, names] of Object.entries(CLASS_TABLE)) {
    let bits = 0;
    for (const name of classes.split(",")) bits |= CLASS_BITS[name] ?? 0;
    for (const name of names.trim().split(/\s+/)) fixed.set(name, bits);
  }
  return fixed;
}

/** Returns the class bits of a function. */
export function classBits(name: string): number {
  for (const [pattern, bits] of PATTERNS) if (pattern.test(name)) return bits;
  return table().get(name) ?? 0;
}

/** Guesses the graphics API of a trace from its functions, in the order of their first use. */
export class ApiGuess {
  /** Name of the API, as the original tool prints it. */
  name = "Unknown API";

  /** Considers one more function; the first function that is specific to an API decides. */
  see(name: string): void {
    if (this.name !== "Unknown API") return;
    if (/^(glX|wgl[A-Z]|CGL)/.test(name)) this.name = "OpenGL + GLX/WGL/CGL";
    else if (/^egl[A-Z]/.test(name)) this.name = "OpenGL/GLES1/GLES2/VG + EGL";
    else if (/^(Direct|D3D|Create)/.test(name)) this.name = "DirectX";
  }
}
