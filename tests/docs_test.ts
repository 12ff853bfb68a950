/** The documents are true: their commands run, their outputs are real, their files exist. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { delimiter as DELIMITER, dirname } from "node:path";
import { isCommandName } from "../src/cli/command_summaries.ts";
import { formats } from "../src/formats/registry.ts";
import { commandWords, typedCommands } from "../tools/console_blocks.ts";
import { standIns } from "../src/compat/registry.ts";
import { quarry } from "./cli/program.ts";
import project from "../deno.json" with { type: "json" };
import { Temporary } from "./support/temporary.ts";

const ROOT = new URL("../", import.meta.url);
const PAGES = ["", "dev/"].flatMap((folder) =>
  [...Deno.readDirSync(new URL(`docs/${folder}`, ROOT))].map(({ name }) => folder + name)
).filter((name) => name.endsWith(".md")).sort();
const DOCUMENTS = [
  "README.md",
  "src/README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "testdata/README.md",
  ...PAGES.map((name) => `docs/${name}`),
];
/** Lines of README.md: a longer first page is not read. */
const LONGEST_README = 250;
/** Bytes of a page: longer pages are not read but searched. */
const LONGEST_PAGE = 12 << 10;
const LONGEST_CONTRIBUTING = 8 << 10;
/** References that are written from the sources. */
const GENERATED = ["docs/limits.md"];
const BLOCK = /^```(\w+)\n([^]*?)^```$/gm;

/** The output that a user sees after a command: results, then standard error. */
async function shown(command: string): Promise<string> {
  const [program, ...args] = commandWords(command);
  assertEquals(program, "quarry", command);
  const { out, err } = await quarry(args);
  return `$ ${command}\n${out}${err}`.trimEnd();
}

/** A block with the real output of each of its commands. */
async function withRealOutput(body: string): Promise<string> {
  return (await Promise.all(typedCommands(body).map(shown))).join("\n\n") + "\n";
}

function read(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, ROOT));
}

for (const path of DOCUMENTS) {
  Deno.test(`${path} shows what its commands print`, async () => {
    const text = await read(path);
    let updated = text;
    for (const [block, kind, body] of text.matchAll(BLOCK)) {
      if (kind !== "console") continue;
      const now = await withRealOutput(body!);
      assert(!/^(?:error: Cannot open|internal error)/m.test(now), now);
      if (Deno.args.includes("--update")) {
        updated = updated.replace(block, () => "```console\n" + now + "```");
      } else assertEquals(body, now);
    }
    if (updated !== text) await Deno.writeTextFile(new URL(path, ROOT), updated);
  });

  Deno.test(`${path} names tasks, commands and files that exist`, async () => {
    const text = await read(path);
    for (const [, task] of text.matchAll(/\btask (\w+)/g)) {
      assert(Object.hasOwn(project.tasks, task!), `${path}: task ${task}`);
    }
    for (const [, name] of text.matchAll(/`quarry ([a-z]\w*)\b(?![.=])/g)) {
      assert(isCommandName(name!), `${path}: quarry ${name}`);
    }
    for (const [, link] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      await Deno.stat(new URL(link!, new URL(path, ROOT)));
    }
    for (const [, file] of text.matchAll(/`((?:src|tests|tools|testdata)\/[\w./-]+)`/g)) {
      await Deno.stat(new URL(file!, ROOT));
    }
  });
}

Deno.test("src/README.md names files and folders of src that exist", async () => {
  const text = await read("src/README.md");
  const rooms = [...Deno.readDirSync(new URL("src/", ROOT))].map(({ name }) => name);
  // Paths are given from the room on, so that they can be opened; a pattern of names has a star or capital
  // letters.
  const named = [...text.matchAll(/`([\w./]+\.ts|[a-z_]+\/[\w/]+)`/g)].map(([, path]) => path!)
    .filter((path) => !/[A-Z]|^(?:src|tests|tools|docs)\//.test(path));
  assert(named.length > 50, String(named.length));
  for (const path of new Set(named)) {
    assert(rooms.includes(path.split("/")[0]!), `${path} begins with no room`);
    await Deno.stat(new URL(`src/${path}`, ROOT));
  }
});

Deno.test("docs/tour.md quotes sources literally", async () => {
  const text = await read("docs/tour.md");
  const sources = [...text.matchAll(/\]\(\.\.\/(testdata\/[^)]+\.c)\)/g)].map(([, path]) => path!);
  const lines = new Set(
    (await Promise.all(sources.map(read))).join("\n").split("\n").map((line) => line.trim()),
  );
  const quoted = [...text.matchAll(BLOCK)].filter(([, kind]) => kind === "c").map(([, , body]) => body!);
  assert(quoted.length > 0);
  for (const line of quoted.join("").trimEnd().split("\n")) assert(lines.has(line.trim()), line);
});

Deno.test("documents contain only known kinds of shell commands", async () => {
  // Commands with outputs are in console blocks; these are run by other tests, or are tasks.
  const known = [
    /^npx -y deno@[\d.]+ (?:run -A cli\.ts repl \S+|task test)$/,
    /^(?:DENORT_BIN=\S+ )?deno task [\w:]+(?: -- --update(?: golden)?)?$/,
    /^npm install -g deno@[\d.]+$/,
    /^eval "\$\(quarry completions bash\)"$/,
    // The commands of docs/scripts.md are run by tests/cli/resident/server_test.ts.
    /^quarry server (?:start|status|stop)$/,
    // The commands of docs/record.md are run by tests/record/docs_test.ts.
    /^quarry record .*$/,
    /^quarry query app\.zst -e 'assert [^']*'$/,
    /^deno install -g --name quarry(?: --allow-(?:read|write|env|run|net=127\.0\.0\.1))+ --unstable-lazy-dynamic-imports --config deno\.json cli\.ts$/,
  ];
  for (const path of DOCUMENTS) {
    for (const [, kind, body] of (await read(path)).matchAll(BLOCK)) {
      if (kind !== "sh") continue;
      for (const line of body!.trimEnd().split("\n").filter((each) => each !== "" && !each.startsWith("#"))) {
        const unknown =
          `${path}: ${line}: run it in a test, and add its kind to "known" in tests/docs_test.ts`;
        assert(known.some((pattern) => pattern.test(line)), unknown);
      }
    }
  }
});

Deno.test("the commands of README.md install a program that runs", async () => {
  const text = await read("README.md");
  const [line = ""] = /^deno install -g .*$/m.exec(text) ?? [];
  using temporary = Temporary.folder();
  const root = temporary.path;
  const [, ...args] = commandWords(line.replace("-g", `-g --root ${root}`));
  const installed = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    stdout: "null",
    stderr: "null",
  }).output();
  assert(installed.success, line);
  const program = `${root}/bin/quarry${Deno.build.os === "windows" ? ".cmd" : ""}`;
  const folder = dirname(Deno.execPath());
  const PATH = `${folder}${DELIMITER}${Deno.env.get("PATH") ?? ""}`;
  const { stdout } = await new Deno.Command(program, { args: ["--version"], cwd: root, env: { PATH } })
    .output();
  assertStringIncludes(new TextDecoder().decode(stdout), `quarry ${project.version}`);
});

Deno.test("README.md and docs/formats.md list every format, README.md every stand-in", async () => {
  const [text, page] = await Promise.all([read("README.md"), read("docs/formats.md")]);
  for (const { name } of formats) {
    const row = new RegExp(`^\\| \`${name}\` +\\|`, "m");
    assert(row.test(text) && row.test(page), name);
  }
  for (const { name } of standIns) assert(text.includes(name), name);
});

Deno.test("pages are short enough to be read", async () => {
  for (const path of DOCUMENTS.filter((each) => each.startsWith("docs/") && !GENERATED.includes(each))) {
    const { size } = await Deno.stat(new URL(path, ROOT));
    assert(size <= LONGEST_PAGE, `${path} has ${size} bytes: divide it by subject`);
  }
  const { size } = await Deno.stat(new URL("CONTRIBUTING.md", ROOT));
  assert(
    size <= LONGEST_CONTRIBUTING,
    `CONTRIBUTING.md has ${size} bytes: move what was measured to docs/dev`,
  );
});

Deno.test("README.md is short, and docs/README.md lists every page", async () => {
  const [text, index] = await Promise.all([read("README.md"), read("docs/README.md")]);
  assert(text.trimEnd().split("\n").length <= LONGEST_README);
  assertStringIncludes(text, "](docs/README.md)");
  for (const name of PAGES.filter((name) => name !== "README.md")) {
    assertEquals(index.split(`](${name})`).length, 2, `${name} is listed once`);
  }
});

Deno.test("every package has the version of deno.json, and CHANGELOG.md a dated section for it", async () => {
  const packages = [
    "editors/vscode/package.json",
    "editors/tree-sitter-quarry/tree-sitter.json",
    "python/pyproject.toml",
    "python/src/quarry_trace/__init__.py",
  ];
  for (const path of packages) {
    const found = /^ *"?(?:__)?version(?:__)?"? ?[:=] "([\d.]+)"/m.exec(await read(path));
    assertEquals(found?.[1], project.version, path);
  }
  const changes = await read("CHANGELOG.md");
  const sections = [...changes.matchAll(/^## (.*)$/gm)].map(([, title]) => title!);
  assertEquals(sections[0], "Unreleased");
  assert(sections[1]!.startsWith(`${project.version} - 20`), sections[1]);
});

Deno.test("docs/dependencies.md names every package with its reason", async () => {
  const text = await read("docs/dependencies.md");
  for (const path of ["deno.json", "tests/deno.json", "tools/kernels/deno.json", "workbench/deno.json"]) {
    for (const [, name] of (await read(path)).matchAll(/"npm:((?:@[^/"]+\/)?[^@/"]+)@/g)) {
      assert(new RegExp(`^\\|[^|]*\`${name}\`[^|]*\\| [^|]+ \\|`, "m").test(text), `${path}: ${name}`);
    }
  }
});

Deno.test("README.md names every package that is fetched", async () => {
  const text = await read("README.md");
  for await (const path of configurations(ROOT)) {
    for (const [, name] of (await Deno.readTextFile(path)).matchAll(/"npm:\/?((?:@[^/"]+\/)?[^@/"]+)@/g)) {
      assert(text.includes(`\`${name}\``), `${path}: ${name}`);
    }
  }
});

/** The files that list the packages that a part of the project fetches. */
async function* configurations(folder: URL): AsyncGenerator<URL> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (
      isDirectory &&
      /^(?:src|tests|tools|workbench|editors|vsix|kernels|mcp_sdk|mutate|package|bench|small)$/.test(name)
    ) {
      yield* configurations(new URL(`${name}/`, folder));
    } else if (name === "deno.json") yield new URL(name, folder);
  }
}

Deno.test("README.md opens a trace and runs the tests with two commands", async () => {
  const text = await read("README.md");
  const [, open = ""] = /npx -y deno@[\d.]+ run -A cli\.ts (repl \S+)/.exec(text) ?? [];
  assert(open !== "");
  const { code, out } = await quarry(commandWords(open));
  assertEquals(code, 0);
  assert(out !== "", "without a terminal it tells what the trace is");
  assert(/npx -y deno@[\d.]+ task test/.test(text));
});

Deno.test("documents name no registry hosts and no machine paths", async () => {
  for (const path of DOCUMENTS) {
    const text = await read(path);
    assert(
      !/https?:\/\/(?!www\.)\S*(?:npmjs|jsr\.io|deno\.land)|\/work\/|\/root\/|\/home\//.test(text),
      path,
    );
  }
});
