/** Results in files: the name decides the format, and a file has the rows of one query. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { quarry } from "./program.ts";
import { atFullEffort } from "../support/effort.ts";
import { withFolder } from "../support/temporary.ts";

const TRACE = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url).pathname;

/** The prompt with a script as its input. */
function say(script: string): ReturnType<typeof quarry> {
  return quarry([TRACE], { stdin: new TextEncoder().encode(script) });
}

Deno.test(
  atFullEffort(".once and .save write the same bytes as quarry export, or refuse"),
  () =>
    withFolder(async (folder) => {
      for (const ending of ["parquet", "arrow", "csv"]) {
        const names = ["once", "save", "export"].map((name) => `${folder}/${name}.${ending}`);
        const script = `.once ${names[0]}\nleaks | sort addr\n.save ${names[1]}\n`;
        assertEquals((await say(script)).err, "");
        assertEquals((await quarry(["export", TRACE, "-e", "leaks | sort addr", "-o", names[2]!])).err, "");
        const [once, save, exported] = await Promise.all(names.map((name) => Deno.readFile(name)));
        assertEquals(once, exported, ending);
        assertEquals(save, exported, ending);
      }
      const { err } = await say(
        `.once ${folder}/x.pb.gz\n.once ${folder}/y.parquet\n.tables\n.output ${folder}/z.parquet\n`,
      );
      assertStringIncludes(
        err,
        "Cannot write a result as pprof, which holds samples: quarry export --to pprof",
      );
      assertStringIncludes(err, "Cannot write this table as parquet: only the rows of a query");
      assertStringIncludes(err, "Cannot add results to a file of parquet");
      assertEquals([...Deno.readDirSync(folder)].length, 9);
    }),
);

Deno.test("file names of unsupported formats are refused, and those of text files are not", () =>
  withFolder(async (folder) => {
    const { err } = await say(
      ["once", "output", "save"].map((word) => `leaks | count\n.${word} ${folder}/${word}.PNG\n`).join("") +
        `.once ${folder}/x.log\nleaks | count\n.save ${folder}/run.2\n.save ${folder}/plain\n`,
    );
    assertEquals(
      err.match(/Cannot write \.png files: supported extensions are arrow, arrows, csv, .*parquet/g)?.length,
      3,
      err,
    );
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["plain", "run.2", "x.log"]);
  }));

Deno.test("an export of several queries into one file is refused before anything is loaded", () =>
  withFolder(async (folder) => {
    const out = `${folder}/two.parquet`;
    for (const args of [["-e", "leaks", "-e", "events"], ["-e", "leaks\n\nevents"]]) {
      const { code, err } = await quarry(["export", TRACE, ...args, "-o", out]);
      assertEquals(code, 2);
      assertStringIncludes(err, "Cannot export 2 queries into one file");
    }
    const { code } = await quarry([
      "export",
      TRACE,
      "-e",
      "leaks | as l\n\nlet n = 3",
      "-e",
      "l | take n",
      "-o",
      out,
    ]);
    assertEquals(code, 0);
    assert(Deno.statSync(out).size > 0);
  }));

Deno.test("a pipe into quarry TRACE is a script, and an empty one gives the summary", async () => {
  assertEquals((await say("leaks | count")).out, "count\n26\n");
  assertStringIncludes((await say(" \n")).out, "trace.mtrc: mtrc 1.5.1");
  assertStringIncludes((await quarry([TRACE])).out, "trace.mtrc: mtrc 1.5.1");
  assertEquals((await say("leaks | wher")).code, 2);
});
