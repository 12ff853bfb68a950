import { assertEquals } from "@std/assert";
import project from "../../deno.json" with { type: "json" };
import map from "../../deno.jsr.json" with { type: "json" };

Deno.test("deno.jsr.json has every package of the program, and only @std from JSR", () => {
  const now: Record<string, string> = project.imports;
  const there: Record<string, string> = map.imports;
  assertEquals(Object.keys(there).sort(), Object.keys(now).sort());
  for (const [name, specifier] of Object.entries(there)) {
    if (name.startsWith("@std/")) assertEquals(specifier.replace(/@\^[^/]+/, ""), `jsr:${name}`);
    else assertEquals(specifier, now[name]);
  }
});
