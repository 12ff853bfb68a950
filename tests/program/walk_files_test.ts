/** A newcomer's experience with files that are not traces, have odd names, or do not exist. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { gzipSync } from "node:zlib";
import { withTools } from "../support/programs.ts";
import { type Outcome, quarry } from "../cli/program.ts";
import { withProgramIn } from "../cli/program_in.ts";
import { byEffort, later } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const root = new URL("../../", import.meta.url);
const trace = await Deno.readFile(new URL("testdata/mpatrol/wordfreq-le64/trace.mtrc", root));

async function inFolder(use: (cwd: string) => Promise<void>): Promise<void> {
  using cwd = Temporary.folder();
  await Deno.writeFile(`${cwd.path}/w.mtrc`, trace);
  await use(cwd.path);
}

type Walk = (ask: (...args: string[]) => Promise<Outcome>, cwd: string) => Promise<void>;

/** Walks, each in its own folder with a trace: one process, which causes most of the costs, is enough for all. */
const WALKS: [name: string, walk: Walk][] = [];

function walk(name: string, way: Walk): void {
  WALKS.push([name, way]);
}

/** Expects one line on standard error, and nothing on standard output. */
function refused(outcome: Outcome, code: number, message: string | RegExp): void {
  assertEquals([outcome.code, outcome.out], [code, ""], outcome.err);
  assertMatch(outcome.err, /^error: [^\n]*\n$/);
  if (typeof message === "string") assertStringIncludes(outcome.err, message);
  else assertMatch(outcome.err, message);
}

walk("a file that is not a trace is named, with exit code 3", async (ask, cwd) => {
  await Deno.writeTextFile(`${cwd}/report.txt`, "not a trace\n");
  // Megabytes of zeros in a small file: they must neither be kept nor be read to their end.
  const zeros = gzipSync(new Uint8Array(byEffort(64 << 20, 8 << 20)));
  const bomb = await Deno.create(`${cwd}/bomb.gz`);
  for (let count = 0; count < 16; count++) await bomb.write(new Uint8Array(zeros));
  bomb.close();
  const cases: [string[], string][] = [
    [["info", "w.mtcr"], 'Cannot open "w.mtcr": no such file, did you mean "w.mtrc"?'],
    [["w.mtr", "-e", "count"], 'Cannot open "w.mtr": no such file, did you mean "w.mtrc"?'],
    [["info", "."], 'Cannot open ".": it is a directory; traces in it: ./w.mtrc'],
    [
      ["query", "report.txt", "-e", "count"],
      'it is text in no known format and begins with "not a trace"',
    ],
    [["info", "/dev/zero"], 'Cannot load "/dev/zero": it begins with zeros only'],
    [["info", "/dev/urandom"], 'Cannot load "/dev/urandom": it is in no known format'],
    [["info", "/dev/null"], 'Cannot load "/dev/null": the file is empty'],
    [["info", "bomb.gz"], "unwrapped from gzip, it begins with zeros only"],
    [
      ["info", "w.mtrc", "--format", "mptl"],
      '"w.mtrc": Cannot read header: expected the letters MPTL; the file looks like mtrc, not mptl',
    ],
  ];
  const outcomes = await Promise.all(cases.map(([args]) => ask(...args)));
  for (const [at, outcome] of outcomes.entries()) refused(outcome, 3, cases[at]![1]);
  refused(await quarry(["info", "-"], { stdin: new Uint8Array() }), 3, "standard input: the file is empty");
});

walk("a text format that accepts anything warns if the file does not look like it", async (ask) => {
  const forced = await ask("query", "w.mtrc", "--format", "sp-rtrace", "-e", "count");
  assertEquals([forced.code, forced.out], [0, "count\n0\n"]);
  assertStringIncludes(forced.err, "The file does not look like sp-rtrace, it looks like mtrc");
});

walk("files may have any name, and names cannot control the terminal", async (ask, cwd) => {
  const names = [
    "sp ace",
    "info",
    "where",
    "3",
    "new\nline",
    "esc\x1b[31m",
    "bidi\u202egnp",
    "-dash",
    "a=b",
  ];
  for (const name of names) await Deno.writeFile(`${cwd}/${name}`, trace);
  const all = await ask("info", "--", ...names);
  assertEquals([all.code, all.err], [0, ""]);
  assertEquals(all.out.match(/: mtrc 1\.5\.1/g)?.length, names.length);
  assert(!/(?!\n)\p{Cc}|\u202e/u.test(all.out), "something unseen came through");
  assertStringIncludes(all.out, "esc\\x1b[31m: mtrc");
  refused(await ask("-dash"), 2, "Unknown option -d: write ./-dash for the file of that name");
  refused(
    await ask("query", "w.mtrc", "-e", "count", "--", "-e"),
    3,
    'everything after "--" is a file name',
  );
  const { code, out, err } = await ask(
    ...["query", "3", "where", "sp ace", "é b=3", "-m", "csv", "-e"],
    'traces | select name; leaks of where | count; leaks of "3" | count; leaks of "é b" | count',
  );
  const leaks = (await ask("w.mtrc", "-e", "leaks | count")).out;
  assertEquals([code, out, err], [0, `name\n3\nwhere\nsp ace\né b\n${leaks.repeat(3)}`, ""]);
});

walk("names of traces are unique, and given names come before file names", async (ask, cwd) => {
  await Deno.mkdir(`${cwd}/d`);
  await Deno.writeFile(`${cwd}/d/w.mtrc`, trace);
  await Deno.writeTextFile(`${cwd}/list`, "w.mtrc\nd/w.mtrc\n");
  const name = (outcome: Outcome): string => outcome.out.replaceAll("\n", " ");
  assertEquals(
    name(await ask("query", "d/w.mtrc", "w.mtrc", "w.mtrc=d/w.mtrc", "-e", "traces | select name")),
    "name d/w w.mtrc_2 w.mtrc ",
  );
  assertEquals(name(await ask("query", "@list", "-e", "traces | select name")), "name w.mtrc d/w ");
  assertEquals((await ask("info", "--json", "@list")).out.match(/"format": "mtrc"/g)?.length, 2);
  refused(await ask("query", "a=w.mtrc", "a=d/w.mtrc", "-e", "count"), 2, 'Two traces have the name "a"');
  refused(await quarry(["query", "-", "x=-", "-e", "count"]), 2, "Standard input can be read only once");
});

walk("many traces can be opened at once, with a bad one among them", async (ask, cwd) => {
  const names = Array.from({ length: byEffort(50, 9) }, (_, at) => `m${at}`);
  for (const name of names) await Deno.writeFile(`${cwd}/${name}`, trace);
  const one = Number((await ask("w.mtrc", "--no-header", "-e", "count")).out);
  assertEquals((await ask("query", ...names, "--no-header", "-e", "count")).out, `${one * names.length}\n`);
  const mixed = await ask("info", "--json", "nothing-like-it", ...names);
  const { traces, errors } = JSON.parse(mixed.out);
  assertEquals([mixed.code, traces.length, errors.length], [3, names.length, 1]);
  assertStringIncludes(mixed.err, errors[0].message);
});

// Root has all permissions unless it drops them.
const isRoot = Deno.uid() === 0;
const POWERLESS = "walk: a file without permission to read or write causes an error that says so";
Deno.test("walk: paths, folders, lists and globs of files have the documented meaning", async (t) => {
  await withProgramIn(async (run) => {
    for (const [name, way] of WALKS) {
      await t.step(name, () => inFolder((cwd) => way((...args) => run(cwd, ...args), cwd)));
    }
  });
});

Deno.test(withTools(isRoot ? ["setpriv"] : [], POWERLESS), async () => {
  const prefix = isRoot ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : ["env"];
  await inFolder(async (cwd) => {
    await Deno.writeTextFile(`${cwd}/s.qry`, "leaks|count");
    await Deno.chmod(`${cwd}/w.mtrc`, 0o000);
    await Deno.chmod(`${cwd}/s.qry`, 0o444);
    const run = async (...args: string[]): Promise<Outcome> => {
      const program = [Deno.execPath(), "run", "-A", "--quiet", new URL("cli.ts", root).pathname, ...args];
      const { code, stdout, stderr } = await new Deno.Command(prefix[0]!, {
        args: [...prefix.slice(1), ...program],
        cwd,
        env: { NO_COLOR: "1" },
      }).output();
      const decoder = new TextDecoder();
      return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
    };
    if (later === null) refused(await run("info", "w.mtrc"), 3, 'Cannot open "w.mtrc": permission denied');
    refused(await run("fmt", "s.qry"), 1, 'Cannot write "s.qry": permission denied');
    assertEquals(await Deno.readTextFile(`${cwd}/s.qry`), "leaks|count");
  });
});
