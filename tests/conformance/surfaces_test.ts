/**
 * Everything that a format has somewhere else than in its reader, asked in one place: help, headline, first questions,
 * completion, blocks, recipes, the report, Parquet, saved indexes, and whether its files can be followed. What a format lacks
 * it says in words.
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { complete } from "../../src/assist/assist.ts";
import { cookbook } from "../../src/cli/help/cookbook.ts";
import { formats } from "../../src/formats/registry.ts";
import { firstQueries } from "../../src/repl/first_queries.ts";
import { quarry } from "../cli/program.ts";
import { Temporary } from "../support/temporary.ts";
import { sampleSession } from "../support/sample_session.ts";
import { conformanceOf } from "./profile.ts";

const FORMATS_PAGE = Deno.readTextFileSync(new URL("../../docs/formats.md", import.meta.url));
/** What the page says of files that are written in one go. */
const AT_ONCE = /^\| ((?:`[\w-]+`,? ?)+) +\| nothing: the file is written at once/m.exec(FORMATS_PAGE)![1]!;

/** Words of a text, however its lines are broken and framed. */
function words(text: string): string {
  return text.replaceAll(/[\s|^]+/g, " ");
}

for (const format of formats) {
  const { name } = format;
  const { trace } = conformanceOf(name);
  const path = `testdata/${trace}`;

  Deno.test(`conformance of ${name}: whoever asks finds it, or is told why not`, async () => {
    const help = await quarry(["help", name]);
    assertEquals(help.code, 0);
    assertStringIncludes(words(help.out), words(format.summary).split(",")[0]!);

    const session = await sampleSession({ t: path });
    const { mainTable } = session.traces[0]!.trace.header;
    try {
      assertEquals(firstQueries(session).length, 3, "first questions");
      const { items } = complete("", 0, session.catalog, session.environment);
      const proposed = items.map(({ label }) => label);
      for (const table of [mainTable, ...session.traces[0]!.trace.tables.keys()]) {
        if (!table.includes("#")) assert(proposed.includes(table), `completion of ${table}`);
      }
    } finally {
      session.closeAll();
    }

    const hasBlocks = format.tables.includes("allocs");
    for (const question of ["leaks | count", "live @ 50% | count", "live @ peak | count"]) {
      const { code, err } = await quarry(["query", "--no-cache", path, "-e", question]);
      if (hasBlocks) assertEquals([code, err], [0, ""], question);
      else {
        assert(format.blockless !== undefined, "says why it has no blocks");
        assertEquals(code, 2, question);
        // What the format has instead is proposed, in its words or as a query that answers just this question.
        assertMatch(words(err), /This trace has no lives of blocks.* (?:try|write): /);
      }
    }
    if (hasBlocks) {
      const { code, out } = await quarry([
        "query",
        "--no-cache",
        path,
        "-e",
        "events | by kind",
        "-m",
        "tsv",
      ]);
      assertEquals(code, 0);
      assert(out.split("\n").length > 2, "kinds of events");
    }

    const info = await quarry(["info", path]);
    assert(/^ {2}\S.*[^:]$/m.test(info.out), `a headline: ${info.out}`);
    const recipes = cookbook.flatMap((chapter) => chapter.recipes).filter(({ formats }) =>
      formats.includes(name)
    );
    assert(recipes.length > 0, "recipes");

    using folder = Temporary.folder();
    const report = await quarry(["report", path, "-o", `${folder.path}/report.html`]);
    assertEquals(report.code, 0, report.err);
    const panels = Deno.readTextFileSync(`${folder.path}/report.html`).match(/<article\b/g) ?? [];
    assert(panels.length > 1, "panels of the report");
    const to = ["--to", "dataset", "-o", `${folder.path}/data`];
    const dataset = await quarry(["export", "--no-cache", path, ...to]);
    assertEquals(dataset.code, 0, dataset.err);
    const [part] = [...Deno.readDirSync(`${folder.path}/data`)].filter(({ isDirectory }) => isDirectory);
    const written = [...Deno.readDirSync(`${folder.path}/data/${part!.name}`)].map(({ name }) => name);
    assert(written.includes(`${mainTable}.parquet`), `Parquet of ${mainTable}: ${written}`);

    assert(format.readerVersion !== undefined, "can be saved");
    assertEquals(AT_ONCE.includes(`\`${name}\``), format.grows === undefined, "followed, or written at once");
  });
}
