/** Values that readers guess: queries that use them get one warning, and no such queries are suggested. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { complete, hover } from "../../src/assist/assist.ts";
import { cookbook } from "../../src/cli/help/cookbook.ts";
import type { Session } from "../../src/engine/session.ts";
import type { Format } from "../../src/formats/format.ts";
import { formats } from "../../src/formats/registry.ts";
import { PanelContext } from "../../src/report/panel_context.ts";
import { panelsOf } from "../../src/report/panels/registry.ts";
import { Quarry } from "../../mod.ts";
import type { WireTraces } from "../../src/serve/api_types.ts";
import { quarry } from "../cli/program.ts";
import { conformanceOf } from "../conformance/profile.ts";
import { Client } from "../lsp/client.ts";
import { withAssistant } from "../mcp/client.ts";
import { TestWorkbench } from "../serve/serve_support.ts";
import { sampleSession } from "../support/sample_session.ts";

type Guessing = Format & { readonly guessed: NonNullable<Format["guessed"]> };
const GUESSING = formats.filter((each): each is Guessing => each.guessed !== undefined);

/** Columns that a warning about a script calls guesses. */
function warnedColumns(session: Session, script: string): string[] {
  return session.prepare(script).warnings.filter(({ code }) => code === "Q311")
    .map(({ span }) => script.slice(span.start, span.end));
}

for (const { name, guessed, firstQueries } of GUESSING) {
  const { columns, why } = guessed;
  const path = `testdata/${conformanceOf(name).trace}`;

  Deno.test(`queries over ${name} warn once about guessed values`, async () => {
    const session = await sampleSession({ a: path });
    for (const each of columns) {
      const [, table, column] = /^(\w+)\.(.+)$/.exec(each)!;
      assertEquals(warnedColumns(session, `${table} | select ${column}`), [column]);
      assertEquals(
        warnedColumns(session, `${table} | where ${column} is not null | sort ${column} | select ${column}`),
        [column],
      );
      // Leaks are blocks that live at the end.
      if (table === "live") assertEquals(warnedColumns(session, `leaks | select ${column}`), [column]);
      if (table === "live" && !columns.includes(`allocs.${column}`)) {
        assertEquals(warnedColumns(session, `allocs | select ${column}`), []);
      }
    }
    assertEquals(warnedColumns(session, "leaks | by func, stack"), []);
    assertEquals(warnedColumns(session, "allocs"), []);
    const { out } = await quarry(["info", path]);
    assertStringIncludes(out.replace(/\s+/g, " "), why);
    const { traces } = JSON.parse((await quarry(["info", "--json", path])).out) as {
      traces: { guessed: { columns: string[]; why: string; instead?: string } }[];
    };
    assertEquals(traces[0]!.guessed, { ...guessed, columns: [...columns] });
    const asked = await quarry(["query", path, "-e", "allocs | sort life desc | take 1 | select life"]);
    assertEquals(asked.err.split(why).length, 2, asked.err);
  });

  Deno.test(`no suggested query uses guessed values of ${name}`, async () => {
    const session = await sampleSession({ a: path });
    const { catalog, environment } = session;
    const text = "allocs | sort ";
    const { items } = complete(text, text.length, catalog, environment);
    const details = items.filter(({ kind }) => kind === "column").map(({ detail }) => detail ?? "");
    const first = details.findIndex((detail) => detail.endsWith(", a guess here"));
    assert(first > 0, details.join());
    for (const detail of details.slice(first)) assertMatch(detail, /, (a guess here|always null)$/);
    const life = "allocs | sort life";
    assertEquals(hover(life, life.length, catalog, environment)?.facts?.[0], { name: "a guess", value: why });
    const panels = await panelsOf(new PanelContext(session, session.traces[0]!));
    const recipes = cookbook.flatMap((chapter) => chapter.recipes)
      .filter((recipe) => recipe.formats.includes(name) && (recipe.beside ?? []).length === 0);
    const queries = [...firstQueries, ...panels, ...recipes].map(({ query }) => query);
    assert(panels.length > 0 && recipes.length > 0);
    const guesses = queries.filter((query) => {
      try {
        return warnedColumns(session, query).length > 0;
      } catch {
        return false; // a recipe over several traces
      }
    });
    assertEquals(guesses, []);
  });

  Deno.test(`the warning about guesses in ${name} reaches editors, assistants, the library and the workbench`, async () => {
    const query = "allocs | sort life desc | take 1 | select life";
    const full = new URL(`../../${path}`, import.meta.url).pathname;
    const quarryOf = await Quarry.open(full);
    const result = await quarryOf.query(query);
    assertEquals(result.warnings.map(({ code }) => code), ["Q311"]);
    assertEquals(quarryOf.check(query).map(({ code }) => code), ["Q311"]);
    await quarryOf.close();
    await withAssistant(
      { folders: [full.slice(0, full.lastIndexOf("/"))], files: [full] },
      async (assistant) => {
        for (const tool of ["check_query", "run_query"]) {
          const { text } = await assistant.call(tool, { query });
          assert(text.includes("Q311") && text.replace(/\s+/g, " ").includes(why), `${tool}: ${text}`);
        }
      },
    );
    const bench = await TestWorkbench.open({ a: path });
    const said = (await bench.run(query)).flatMap((line) =>
      line.t === "warning" ? [line.diagnostic.code] : []
    );
    assertEquals(said, ["Q311"]);
    const { traces } = await bench.answer<WireTraces>("traces");
    assertEquals(traces[0]!.guessed, why);
    await bench.workbench.close();
  });

  Deno.test({
    name: `an editor shows which columns of ${name} are guesses`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const full = new URL(`../../${path}`, import.meta.url).pathname;
      const client = await Client.start({ args: ["--trace", full] });
      await client.open("file:///a.qry", "allocs | sort life desc");
      await client.ready();
      const { diagnostics } = await client.diagnostics(
        "file:///a.qry",
        (each) => each.diagnostics.length > 0,
      );
      assertEquals(diagnostics.map(({ code }) => code), ["Q311"]);
      assertEquals(await client.stop(), 0);
    },
  });
}
