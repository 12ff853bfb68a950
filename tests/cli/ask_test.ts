/** Questions in words, wrong queries, and input through pipes. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Temporary } from "../support/temporary.ts";
import { quarry } from "./program.ts";

const HEAP = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const COVERAGE = "testdata/gnatcov/wordfreq/missing.trace";
const stdin = (text: string): { stdin: Uint8Array } => ({ stdin: new TextEncoder().encode(text) });

Deno.test("quarry ask shows the query that it understood, and answers it", async () => {
  assertEquals(await quarry(["ask", "how many leaks", HEAP]), {
    code: 0,
    out: "count\n26\n",
    err: "query: leaks | count\n",
  });
  // Words need no quotes, and a query is also accepted.
  assertEquals((await quarry(["ask", "how", "many", "leaks", HEAP])).out, "count\n26\n");
  assertEquals((await quarry(["ask", "leaks | count", HEAP])).err, "query: leaks | count\n");
  const { err } = await quarry(["ask", "uncovered functions", COVERAGE]);
  assertEquals(err, "query: functions | where covered == 0\n");
});

Deno.test("quarry ask lists other interpretations, and finds questions of the cookbook", async () => {
  const { err } = await quarry(["ask", "total leaks", HEAP]);
  assertEquals(err, "query: leaks | summarize sum(size)\nor try: leaks | count\n");
  const cookbook = await quarry(["ask", "leaks of each function, largest", HEAP]);
  assertEquals(cookbook.err, "query: leaks | top 2 by size per func | select func, line, size, seq\n");
});

Deno.test("quarry ask reports a question that it does not understand, with exit code 2", async () => {
  for (const words of ["colourless green ideas", "leaks of the moon", "the"]) {
    const { code, out, err } = await quarry(["ask", words, HEAP]);
    assertEquals([code, out], [2, ""], words);
    assertStringIncludes(err, `Cannot understand "${words}"`);
  }
  assertEquals((await quarry(["ask", "leaks"])).code, 2);
  const lost = await quarry(["ask", "leaks by func", "none.mtrc"]);
  assertEquals([lost.code, lost.err], [3, 'error: Cannot open "none.mtrc": no such file\n']);
});

Deno.test("suggestions for a wrong query are complete and have run without an error", async () => {
  const { code, err } = await quarry(["query", HEAP, "-e", "leaks by function"]);
  assertEquals(code, 2);
  assertStringIncludes(err, "^^ write: leaks | by func\n");
  // Several errors at once.
  const slips = await quarry(["query", HEAP, "-e", "leaks | wher size > 4 | by fumc"]);
  assertStringIncludes(slips.err, "try: leaks | where size > 4 | by func\n");
  // A query that fails at run time is not suggested: sizes are never negative.
  const failing = await quarry(["query", HEAP, "-e", "from allocs | derive less = 1 - size"]);
  assert(!/(?:write|try): /.test(failing.err), failing.err);
});

Deno.test("commands of the prompt run with -e, also under their SQL names", async () => {
  const tables = await quarry(["query", HEAP, "-e", ".tables"]);
  assertStringIncludes(tables.out, "allocs\t452\t34\t");
  assertEquals(await quarry(["query", HEAP, "-e", "show tables"]), tables);
  const columns = await quarry(["query", HEAP, "-e", "describe allocs"]);
  assertStringIncludes(columns.out, "\nfreed\tu64\tseq of the freeing record; null = still live\n");
  // A dot at the beginning is only a command at the prompt.
  assertStringIncludes(
    (await quarry(["query", HEAP, "-e", ".leaks | length"])).err,
    "write: leaks | count\n",
  );
});

Deno.test("a script in a pipe runs up to its error, and reports how much of it did not run", async () => {
  const script = "leaks | count\n\nlet big = 1K\nleaks | cont\nleaks | take 1\n.tables\nleaks\n";
  const { code, out, err } = await quarry(["repl", HEAP], stdin(script));
  assertEquals([code, out], [2, "count\n26\n"]);
  assertStringIncludes(err, "--> stdin:4:9");
  assertStringIncludes(err, "\n3 statements after the error did not run\n");
  // Definitions may be used before they appear, and a failed assertion is an answer.
  const good = await quarry(["repl", HEAP], stdin("all | count\n\nlet all = leaks"));
  assertEquals([good.code, good.out, good.err], [0, "count\n26\n", ""]);
  const failed = await quarry(["repl", HEAP], stdin("assert leaks | count == 0\n\nleaks | count"));
  assertEquals([failed.code, failed.out], [1, "count\n26\n"]);
});

Deno.test("leaks on a trace without blocks gives the reason, and a query to use instead", async () => {
  const { err } = await quarry(["query", COVERAGE, "-e", "leaks | by func"]);
  assertStringIncludes(
    err,
    "says which code ran, and nothing about memory; try: lines | where not covered\n",
  );
  const profile = await quarry(["query", "testdata/mpatrol/wordfreq-le64/profile.mptl", "-e", "leaks"]);
  assertStringIncludes(profile.err, "try: profile | top 10 by live_bytes\n");
});

Deno.test("quarry report names the file that it wrote", async () => {
  using temporary = Temporary.file(".html");
  await Deno.remove(temporary.path);
  const { code, out, err } = await quarry(["report", HEAP, "-o", temporary.path]);
  assertEquals([code, out], [0, ""]);
  const { size } = await Deno.stat(temporary.path);
  const kilobytes = (size / 1024).toFixed(1);
  assert(
    new RegExp(`^wrote .*\\.html: \\d+ panels about trace\\.mtrc, ${kilobytes} Ki?B\\n$`).test(err),
    err,
  );
});

Deno.test("quarry ask names the tool for facts that no trace has", async () => {
  const { code, err } = await quarry(["ask", "use after free", HEAP]);
  assertEquals(code, 2);
  assertStringIncludes(err, "traces have no reads and writes of memory");
  const thread = await quarry(["ask", "what did thread 2 allocate", "testdata/torch/train.pickle"]);
  assertEquals(thread.code, 2);
  assertStringIncludes(thread.err, "PyTorch does not record threads: use stream");
  const peak = await quarry(["ask", "peak memory", "testdata/pprof/heap.pb.gz"]);
  assertStringIncludes(peak.err, "a profile sums up by place; try: profile | by func");
});

Deno.test("quarry ask does not use the record number of another trace", async () => {
  // The cookbook has the question with a point of its sample.
  const { err } = await quarry([
    "ask",
    "what was live when the memory ran out",
    "testdata/torch/train.pickle",
  ]);
  assertStringIncludes(err, "Cannot understand");
});
