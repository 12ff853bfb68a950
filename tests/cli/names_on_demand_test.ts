/** Programs are opened for names only when a query depends on names. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { filesRead } from "../../src/ingest/read_files.ts";
import { compile, run } from "../elf/traced_program.ts";
import { withTools } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";
import { quarry } from "./program.ts";

const wasRead = (path: string): boolean => [...filesRead()].includes(path);

Deno.test({
  ...withTools(["gcc"], "a query that needs no names opens no program, and gives the same answer"),
  async fn() {
    using folder = Temporary.folder();
    const program = compile(folder.path), trace = `${folder.path}/report.txt`;
    Deno.writeTextFileSync(trace, run(program));
    const ask = async (...queries: string[]): Promise<string> => {
      const scripts = queries.flatMap((each) => ["-e", each]);
      const { code, out, err } = await quarry(["query", trace, "--sysroot", "/", "-m", "tsv", ...scripts]);
      assertEquals(code, 0, err);
      return out;
    };
    const questions = [
      "events | count",
      "by kind, thread: n = count(), most = max(size)",
      "allocs | select size, addr",
      "events | hist size",
      "leaks | summarize sum(size)",
    ];
    const alone: string[] = [];
    for (const each of questions) alone.push(await ask(each));
    assertEquals(wasRead(program), false);
    const names = await ask("events | by func");
    assertStringIncludes(names, "net::inner(int)");
    assertEquals(wasRead(program), true);
    // After a query that needs names, all names come from a trace that has them.
    for (const [at, each] of questions.entries()) {
      assertEquals(await ask("events | by func", each), names + alone[at]);
    }
  },
});
