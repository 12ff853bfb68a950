/** Classes of API calls as bits. */
import { assertEquals } from "@std/assert";
import { CLASS_BITS, classNames } from "../../../src/formats/apitrace/call_classes.ts";

Deno.test("classes of calls are one bit each, from the lowest bit on, in the order of apitrace", () => {
  const names = Object.keys(CLASS_BITS);
  assertEquals(names.map((name) => CLASS_BITS[name]), names.map((_, at) => 2 ** at));
  for (const [at, name] of names.entries()) assertEquals(classNames(2 ** at), name);
  assertEquals([classNames(0), classNames(2 ** names.length - 1)], ["", names.join()]);
});
