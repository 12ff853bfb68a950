/** Timing of whole processes. */
import { assert, assertThrows } from "../support/assert.ts";
import { timesOf } from "./process_pairs.ts";

Deno.test({ name: "a command that fails has no time", ignore: Deno.build.os === "windows" }, () => {
  assertThrows(() => timesOf({ a: ["false"] }, 1, {}), Error, "false ended with 1 instead of 0");
  const { a } = timesOf({ a: ["false"] }, 1, {}, 1);
  assert(a.wall >= 0);
});
