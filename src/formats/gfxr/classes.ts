/**
 * Classifies calls of Vulkan and Direct3D 12 by name, since a capture does not say what they do.
 * @module
 */

import { CLASS_BITS } from "../apitrace/call_classes.ts";

const PATTERNS: readonly (readonly [RegExp, number])[] = [
  [/^vkQueuePresentKHR$|^IDXGISwapChain\w*::Present\w*$/, CLASS_BITS["end-frame"]!],
  [/^vkCmdDraw|^ID3D12GraphicsCommandList\w*::(?:Draw\w*|DispatchMesh)$/, CLASS_BITS["render"]!],
  [
    /^vkCmd(?:BeginRenderPass|BeginRendering|NextSubpass)|::(?:OMSetRenderTargets|BeginRenderPass)$/,
    CLASS_BITS["swap-rendertarget"]!,
  ],
  [
    /^vkCmd(?:BeginDebugUtilsLabel|DebugMarkerBegin)|::BeginEvent$/,
    CLASS_BITS["marker"]! | CLASS_BITS["marker-push"]!,
  ],
  [
    /^vkCmd(?:EndDebugUtilsLabel|DebugMarkerEnd)|::EndEvent$/,
    CLASS_BITS["marker"]! | CLASS_BITS["marker-pop"]!,
  ],
  [/^vkCmd(?:InsertDebugUtilsLabel|DebugMarkerInsert)|::SetMarker$/, CLASS_BITS["marker"]!],
  [/^vk(?:Get|Enumerate)|::(?:Get|Check)\w*$/, CLASS_BITS["no-side-effects"]!],
];

/** Returns the class bits of a function. */
export function classBits(name: string): number {
  return PATTERNS.find(([pattern]) => pattern.test(name))?.[1] ?? 0;
}
