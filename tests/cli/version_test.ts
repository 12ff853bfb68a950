import { assertEquals } from "@std/assert";
import project from "../../deno.json" with { type: "json" };
import { formats } from "../../src/formats/registry.ts";
import { quarry } from "./program.ts";

Deno.test("version prints the version, the commit, the runtime and the formats", async () => {
  const wanted = `quarry ${project.version}
commit unknown: runs from sources
deno ${Deno.version.deno} (${Deno.build.target})
formats ${formats.map(({ name }) => name).join(" ")}
`;
  for (const word of ["version", "--version", "-V"]) {
    assertEquals(await quarry([word]), { code: 0, out: wanted, err: "" });
  }
});
