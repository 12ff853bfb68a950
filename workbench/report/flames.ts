/**
 * The flame graphs of a report; the page contains their trees.
 * @module
 */

import { readTree } from "../../src/report/flame/call_tree.ts";
import { Flame } from "../flame.ts";
import { find } from "./dom.ts";

/** Makes all flame graphs of the page interactive. */
export function liveFlames(): void {
  for (const box of find(".flamebox")) {
    new Flame(box).show(readTree(box.querySelector(".tree")!.textContent!.replace(/^\n/, "")), {
      folds: true,
    });
  }
}
