/** Every step of a plan has SQL, or the reason why it has none. */
import { assert } from "@std/assert";
import { SOURCES } from "../../src/language/registry.ts";
import { STAGES } from "../../src/query/stages/registry.ts";
import { isKnownStep } from "../../src/sql/steps/registry.ts";

Deno.test("every step of a plan has SQL, or a reason for having none", () => {
  for (const { keyword, step } of [...SOURCES, ...STAGES]) {
    const what =
      `"${keyword}" has neither: add "${step?.op}" to a file of src/sql/steps, or to REASONS in its registry`;
    assert(step === undefined || isKnownStep(step.op), what);
  }
});
