/**
 * Shows nothing: for timing, and for scripts that only assert.
 * @module
 */

import type { Renderer } from "./renderer.ts";

/** The mode that shows nothing. */
export const none: Renderer = {
  name: "none",
  summary: "nothing, for timing",
  render: () => Promise.resolve(),
};
