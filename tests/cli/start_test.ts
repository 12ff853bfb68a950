/** Modules that are loaded before they are needed, which would delay the first answer. */
import { assert, assertEquals } from "../support/assert.ts";

const SOURCE = new URL("../../src/", import.meta.url).href;

/** Files that are loaded together with the given ones, without those that are loaded on demand. */
function loadedWith(...names: readonly string[]): Map<string, string> {
  const loaded = new Map<string, string>();
  const todo = names.map((name) => SOURCE + name);
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    if (loaded.has(file) || !file.startsWith(SOURCE) || !file.endsWith(".ts")) continue;
    const text = Deno.readTextFileSync(new URL(file));
    loaded.set(file, text);
    for (const [, path] of text.matchAll(/^(?:import|export)\s(?!type\b)(?:[^;"]*\sfrom\s)?"([^"]+)"/gm)) {
      if (path!.startsWith(".")) todo.push(new URL(path!, file).href);
    }
  }
  return loaded;
}

const importedFromNode = (files: Map<string, string>): string[] =>
  [...files].flatMap(([file, text]) =>
    [...text.matchAll(/^import (?!type\b)[^;]*"(node:[^"]+)"/gm)].map(([, name]) =>
      `${file.slice(SOURCE.length)}: ${name}`
    )
  ).filter((line) => !line.endsWith("node:path"));

Deno.test("neither the command line nor a query loads Node.js modules or the code of the prompt", () => {
  const files = loadedWith("cli/main.ts", "cli/deno_host.ts", "cli/commands/query.ts", "cli/run_queries.ts");
  assert(files.size > 300, `${files.size} files`);
  assertEquals(importedFromNode(files), []);
  const forPrompts = [...files.keys()].map((file) => file.slice(SOURCE.length)).filter((name) =>
    /^(assist|repl\/dot)\//.test(name)
  );
  assertEquals(forPrompts, []);
});
