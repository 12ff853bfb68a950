/**
 * What every format has besides answers (`asked_test.ts`): recipes, panels of the report, saved indexes, and a row in
 * the documents that says whether its files can be followed.
 */

import { assert, assertEquals } from "@std/assert";
import { cookbook } from "../../src/cli/help/cookbook.ts";
import { formats } from "../../src/formats/registry.ts";
import { quarry } from "../cli/program.ts";
import { Temporary } from "../support/temporary.ts";
import { conformanceOf } from "./profile.ts";

const FORMATS_PAGE = Deno.readTextFileSync(new URL("../../docs/formats.md", import.meta.url));
/** Formats that the page lists as written at once. */
const AT_ONCE = /^\| ((?:`[\w-]+`,? ?)+) +\| nothing: the file is written at once/m.exec(FORMATS_PAGE)![1]!;

for (const { name, grows, readerVersion } of formats) {
  Deno.test(`conformance of ${name}: it has recipes, a report, saved indexes, and a row about following in the documents`, async () => {
    const recipes = cookbook.flatMap((chapter) => chapter.recipes);
    assert(recipes.some(({ formats }) => formats.includes(name)), "recipes");
    using folder = Temporary.folder();
    const { trace, small = trace } = conformanceOf(name);
    const { code, err } = await quarry(["report", `testdata/${small}`, "-o", `${folder.path}/report.html`]);
    assertEquals(code, 0, err);
    const panels = Deno.readTextFileSync(`${folder.path}/report.html`).match(/<article\b/g) ?? [];
    assert(panels.length > 1, "panels of the report");
    assert(readerVersion !== undefined, "saved indexes");
    assertEquals(AT_ONCE.includes(`\`${name}\``), grows === undefined, "followed, or written at once");
  });
}
