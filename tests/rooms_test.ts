/** Data flows one way: which room may import which. */
import { assertEquals } from "@std/assert";

/** Rooms, and the rooms that each may import beside itself. */
const ALLOWED: Record<string, readonly string[]> = {
  base: [],
  memory: ["base"],
  bytes: ["base", "memory"],
  elf: ["base", "bytes"],
  containers: ["base", "memory", "bytes"],
  events: ["base", "memory"],
  formats: ["base", "memory", "bytes", "events", "containers"],
  tables: ["base", "memory", "events"],
  ingest: ["base", "memory", "bytes", "containers", "events", "formats", "tables", "elf"],
  patterns: ["base"],
  query: ["base", "memory", "events", "patterns", "tables"],
  assist: ["base", "tables", "query"],
  render: ["base", "tables"],
  engine: ["base", "memory", "bytes", "events", "tables", "ingest", "query", "elf"],
  compat: [
    "base",
    "memory",
    "bytes",
    "containers",
    "events",
    "tables",
    "engine",
    "render",
    "formats",
    "ingest",
    "elf",
    "patterns",
  ],
  export: ["base", "tables", "engine", "render"],
  report: ["base", "tables", "engine", "render"],
  repl: ["base", "engine", "assist", "render"],
  lsp: ["base", "engine", "assist"],
};

/** Rooms in which `Deno.` may be used. */
const MAY_TOUCH_DENO = new Set(["cli", "repl", "lsp", "ingest"]);

function* modules(folder: URL): Generator<URL> {
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory) yield* modules(new URL(`${entry.name}/`, folder));
    else if (entry.name.endsWith(".ts") && !/\.(as|wasm)\.ts$/.test(entry.name)) {
      yield new URL(entry.name, folder);
    }
  }
}

const SOURCE = new URL("../src/", import.meta.url);

Deno.test("rooms import only what lies upstream of them", () => {
  const wrong: string[] = [];
  for (const file of modules(SOURCE)) {
    const path = file.href.slice(SOURCE.href.length);
    const room = path.split("/")[0]!;
    const allowed = ALLOWED[room];
    if (!allowed && room !== "cli") wrong.push(`${path}: the room "${room}" is not on the list`);
    for (const match of Deno.readTextFileSync(file).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const target = new URL(match[1]!, file).href;
      if (!target.startsWith(SOURCE.href)) continue;
      const other = target.slice(SOURCE.href.length).split("/")[0]!;
      if (room === "cli" || other === room || allowed?.includes(other)) continue;
      wrong.push(`${path} imports ${other}`);
    }
  }
  assertEquals(wrong, []);
});

Deno.test("only front ends and the opening of files touch Deno", () => {
  const wrong: string[] = [];
  for (const file of modules(SOURCE)) {
    const path = file.href.slice(SOURCE.href.length);
    if (MAY_TOUCH_DENO.has(path.split("/")[0]!)) continue;
    const code = Deno.readTextFileSync(file).replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    if (/\bDeno\./.test(code)) wrong.push(path);
  }
  assertEquals(wrong, []);
});
