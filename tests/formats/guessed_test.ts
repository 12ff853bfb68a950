/** What readers guess: queries that use it are told so, once, and nothing proposes such queries. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { cookbook } from "../../src/cli/help/cookbook.ts";
import type { Session } from "../../src/engine/session.ts";
import type { Format } from "../../src/formats/format.ts";
import { formats } from "../../src/formats/registry.ts";
import { PanelContext } from "../../src/report/panel_context.ts";
import { panelsOf } from "../../src/report/panels/registry.ts";
import { quarry } from "../cli/program.ts";
import { conformanceOf } from "../conformance/profile.ts";
import { sampleSession } from "../support/sample_session.ts";

type Guessing = Format & { readonly guessed: NonNullable<Format["guessed"]> };
const GUESSING = formats.filter((each): each is Guessing => each.guessed !== undefined);

/** Columns that a script is told to be guesses. */
function told(session: Session, script: string): string[] {
  return session.prepare(script).warnings.filter(({ code }) => code === "Q311")
    .map(({ span }) => script.slice(span.start, span.end));
}

for (const { name, guessed: { columns, why }, firstQueries } of GUESSING) {
  const path = `testdata/${conformanceOf(name).trace}`;

  Deno.test(`queries over ${name} are told once what is a guess in them`, async () => {
    const session = await sampleSession({ a: path });
    for (const each of columns) {
      const [, table, column] = /^(\w+)\.(.+)$/.exec(each)!;
      assertEquals(told(session, `${table} | select ${column}`), [column]);
      assertEquals(
        told(session, `${table} | where ${column} is not null | sort ${column} | select ${column}`),
        [column],
      );
      // Leaks are blocks that live at the end.
      if (table === "live") assertEquals(told(session, `leaks | select ${column}`), [column]);
      if (table === "live" && !columns.includes(`allocs.${column}`)) {
        assertEquals(told(session, `allocs | select ${column}`), []);
      }
    }
    assertEquals(told(session, "leaks | by func, stack"), []);
    assertEquals(told(session, "allocs"), []);
    const { out } = await quarry(["info", path]);
    assertStringIncludes(out.replace(/\s+/g, " "), why);
    const { traces } = JSON.parse((await quarry(["info", "--json", path])).out) as {
      traces: { guessed: { columns: string[]; why: string } }[];
    };
    assertEquals(traces[0]!.guessed, { columns: [...columns], why });
    const asked = await quarry(["query", path, "-e", "allocs | sort life desc | take 1 | select life"]);
    assertEquals(asked.err.split(why).length, 2, asked.err);
  });

  Deno.test(`nothing proposes what is a guess in ${name}`, async () => {
    const session = await sampleSession({ a: path });
    const panels = await panelsOf(new PanelContext(session, session.traces[0]!));
    const recipes = cookbook.flatMap((chapter) => chapter.recipes)
      .filter((recipe) => recipe.formats.includes(name) && (recipe.beside ?? []).length === 0);
    const queries = [...firstQueries, ...panels, ...recipes].map(({ query }) => query);
    assert(panels.length > 0 && recipes.length > 0);
    const guesses = queries.filter((query) => {
      try {
        return told(session, query).length > 0;
      } catch {
        return false; // a recipe over several traces
      }
    });
    assertEquals(guesses, []);
  });
}
