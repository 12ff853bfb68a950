/** Data flows one way: which rooms may import which, the order inside a room, and no cycles of files. */
import { assert, assertEquals } from "@std/assert";
import { type Import, importsOf, sourceFiles } from "../tools/gate/imports.ts";
import { cycles } from "../tools/gate/cycles.ts";

const SOURCE = new URL("../src/", import.meta.url);

/** Rooms in which `Deno.` may be used. */
const MAY_TOUCH_DENO = new Set(["cli", "repl", "lsp", "mcp", "ingest", "output", "index", "record"]);

/** Folders of a room, each after those that it may import; a dot stands for the files directly in the room. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  query: [
    ..."syntax plan execution functions aggregates windows operators analysis sources stages".split(" "),
    ".",
  ],
  tables: ["kernels", ".", "pairing"],
  coverage: ["ranges", "programs", "runs", "sources", "."],
};

/** Families of operators, each after those that it may import; a dot stands for the files directly in the folder. */
const FAMILIES: readonly string[] =
  ". columns sort scan partition dense_group hash_group group top join window sequence difference slice stack optimize"
    .split(" ");

/** Rooms in which types must also follow the order. */
const TYPES_IN_ORDER = new Set(["query", "formats"]);

/** Formats whose readers use another format. */
const FORMAT_BESIDE: Readonly<Record<string, readonly string[]>> = {
  gfxr: ["apitrace"],
  gnatcov_src: ["gnatcov"],
  heaptrack_raw: ["heaptrack"],
  mptl: ["mtrc"],
  sp_rtrace_bin: ["sp_rtrace"],
};

/** The formats that each stand-in reads. */
const FORMATS_OF_STAND_IN: Readonly<Record<string, readonly string[]>> = {
  apitrace: ["apitrace"],
  gnatcov: ["gnatcov", "gnatcov_src"],
  mprof: ["mptl"],
  mptrace: ["mtrc"],
  sp_rtrace_postproc: ["sp_rtrace", "sp_rtrace_bin"],
};

/** Imports that go against the order of their room. This list may only shrink. */
const KNOWN_STEPS_BACK: readonly string[] = [
  "tables/events_builder.ts -> tables/pairing/pair_index.ts",
];

/** The formats that an extension supports. */
const FORMATS_OF_EXTENSION: Readonly<Record<string, readonly string[]>> = {
  calls: ["apitrace"],
  coverage: ["gnatcov"],
};

/**
 * Files whose types refer to one another: objects that call each other, where moving a type would not help. This list
 * and each cycle may only shrink. There are no cycles of value imports at all.
 */
const KNOWN_TYPE_CYCLES: readonly (readonly string[])[] = [
  // The allocator, its store, and the guards of tests.
  ["memory/arena.ts", "memory/block_store.ts", "memory/guards.ts", "memory/heap.ts"],
  // A section of work, and the crew that runs it.
  ["memory/crew.ts", "memory/crew_section.ts"],
  // An expression may contain a pipeline, and a pipeline contains expressions.
  ["query/syntax/ast.ts", "query/syntax/ast_expressions.ts"],
  // Commands of the prompt act on the conversation, which finds them by name.
  [
    "repl/conversation.ts",
    "repl/describe.ts",
    ..."command files help output registry results schema scripts watch".split(" ").map((name) =>
      `repl/dot/${name}.ts`
    ),
  ],
  // Keys act on the editor, which finds them by name.
  ["repl/editing_keys.ts", "repl/line_editor.ts"],
  // A function call contains expressions, and an expression may be a call.
  [
    ..."arguments expressions functions human_text stack_functions text_functions".split(" ").map((name) =>
      `sql/${name}.ts`
    ),
  ],
];

/** An import of one file of `src` by another. */
interface Edge extends Import {
  readonly from: string;
  readonly to: string;
}

const files = [...sourceFiles(SOURCE)];
const texts = new Map(
  files.map((file) => [file.slice(SOURCE.href.length), Deno.readTextFileSync(new URL(file))]),
);
const edges: Edge[] = [...texts].flatMap(([from, text]) =>
  importsOf(SOURCE.href + from, text).filter(({ target }) => target.startsWith(SOURCE.href)).map((each) => ({
    ...each,
    from,
    to: each.target.slice(SOURCE.href.length),
  }))
);

/** The table of `src/README.md`: rooms, and the rooms that each may import besides itself. */
async function roomTable(): Promise<Map<string, ReadonlySet<string>>> {
  const text = await Deno.readTextFile(new URL("README.md", SOURCE));
  const rows = [...text.matchAll(/^\| `(\w+)` +\|[^|]*\|([^|]*)\|$/gm)].map((
    [, room, list],
  ) => [room!, list!.trim()]);
  const rooms = rows.map(([room]) => room!);
  return new Map(rows.map(([room, list]) => {
    const named = list!.replace(/^everything but /, "").split(", ").filter((each) => each !== "");
    for (const each of named) assert(rooms.includes(each), `${room} may import "${each}", which is no room`);
    return [
      room!,
      new Set(list!.startsWith("everything") ? rooms.filter((each) => !named.includes(each)) : named),
    ];
  }));
}

const roomOf = (path: string): string => path.split("/")[0]!;

/** The folder below the room, or a dot. */
const partOf = (path: string): string => path.split("/").length > 2 ? path.split("/")[1]! : ".";

Deno.test("src/README.md lists every room, and rooms import only the rooms listed for them", async () => {
  const table = await roomTable();
  const rooms = new Set([...texts.keys()].filter((path) => path.includes("/")).map(roomOf));
  assertEquals([...table.keys()].sort(), [...rooms].sort());
  const wrong = edges.filter(({ from, to }) =>
    roomOf(from) !== roomOf(to) && !table.get(roomOf(from))!.has(roomOf(to))
  );
  assertEquals(wrong.map(({ from, to }) => `${from} imports ${to}`), []);
});

Deno.test("the folders of a room import only from earlier ones", () => {
  const wrong = edges.filter(({ from, to, isType }) => {
    const order = ORDER[roomOf(from)];
    if (!order || roomOf(from) !== roomOf(to)) return false;
    if (isType && !TYPES_IN_ORDER.has(roomOf(from))) return false;
    for (const part of [partOf(from), partOf(to)]) {
      assert(order.includes(part), `${from}: no order for "${part}"`);
    }
    return order.indexOf(partOf(to)) > order.indexOf(partOf(from));
  });
  const found = wrong.map(({ from, to }) => `${from} -> ${to}`);
  assertEquals(found.sort(), KNOWN_STEPS_BACK);
});

Deno.test("families of operators import only from earlier ones", () => {
  const family = (path: string): string => /^query\/operators\/(?:(\w+)\/)?\w+\.ts$/.exec(path)?.[1] ?? ".";
  const wrong = edges.filter(({ from, to }) => {
    if (![from, to].every((path) => path.startsWith("query/operators/"))) return false;
    for (const each of [from, to]) {
      assert(FAMILIES.includes(family(each)), `no place for the family of ${each}`);
    }
    return FAMILIES.indexOf(family(to)) > FAMILIES.indexOf(family(from));
  });
  assertEquals(wrong.map(({ from, to }) => `${from} -> ${to}`), []);
});

Deno.test("a format imports shared code, and other formats only for a stated reason", () => {
  const wrong = edges.filter(({ from, to }) => {
    if (roomOf(from) !== "formats" || roomOf(to) !== "formats") return false;
    const [here, there] = [partOf(from), partOf(to)];
    if (from === "formats/registry.ts" || here === there) return false;
    if (there === ".") return to === "formats/registry.ts";
    return !FORMAT_BESIDE[here]?.includes(there);
  });
  assertEquals(wrong.map(({ from, to }) => `${from} imports ${to}`), []);
});

Deno.test("other rooms import the list of formats and their shared code, and an extension its own format", () => {
  const wrong = edges.filter(({ from, to }) =>
    !["formats", "compat"].includes(roomOf(from)) && roomOf(to) === "formats" && partOf(to) !== "." &&
    !FORMATS_OF_EXTENSION[roomOf(from)]?.includes(partOf(to))
  );
  assertEquals(wrong.map(({ from, to }) => `${from} imports ${to}`), []);
});

Deno.test("a stand-in imports its own format and no other", () => {
  const wrong = edges.filter(({ from, to }) => {
    if (roomOf(from) !== "compat" || roomOf(to) !== "formats" || partOf(to) === ".") return false;
    return !FORMATS_OF_STAND_IN[partOf(from)]?.includes(partOf(to));
  });
  assertEquals(wrong.map(({ from, to }) => `${from} imports ${to}`), []);
});

Deno.test("no files import values from one another in a cycle", () => {
  assertEquals(cycles(edges.filter(({ isType }) => !isType)), []);
});

Deno.test("no files import types from one another in a cycle, except known ones", () => {
  assertEquals(cycles(edges).sort(), KNOWN_TYPE_CYCLES.map((cycle) => [...cycle].sort()));
});

/** Imports that are loaded with the file: not those of types only, and none by `import()`. */
const LOADED_WITH = /^(?:import|export) (?!type )(?:[^;"'()=]*? from )?"(\.[^"]+)"/gm;

Deno.test("importing the library loads no file that needs Deno or shared memory at once, so that it starts in browsers", () => {
  const loaded = new Set([...texts.keys()].filter((path) => roomOf(path) === "library"));
  for (const path of loaded) {
    for (const [, target] of texts.get(path)!.matchAll(LOADED_WITH)) {
      const to = new URL(target!, SOURCE.href + path).href.slice(SOURCE.href.length);
      if (texts.has(to)) loaded.add(to);
    }
  }
  assert(loaded.size > 300, String(loaded.size));
  assertEquals([...loaded].filter((path) => roomOf(path) === "output"), ["output/unfinished_name.ts"]);
});

Deno.test("only front ends and the code that opens files use Deno", () => {
  const wrong = [...texts].filter(([path, text]) => {
    const code = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    return !MAY_TOUCH_DENO.has(roomOf(path)) && /\bDeno\./.test(code);
  });
  assertEquals(wrong.map(([path]) => path), []);
});

/** Folders whose subfolders are rooms. */
const HOUSES: readonly string[] = ["formats", "compat"];
const EXPORTED = /^export (?:async |abstract |const )*(?:function\*?|class|interface|type|enum) (\w+)/gm;
const DECLARED = /^(?:export )?(?:async |abstract |const )*(?:function\*?|class|interface|type|enum) (\w+)/gm;

/** Names that several files of a room declare, with these files. */
async function namesInSeveralFiles(
  declared: RegExp,
  houses: readonly string[],
): Promise<[name: string, paths: string[]][]> {
  const places = new Map<string, string[]>();
  for (const file of sourceFiles(SOURCE)) {
    const path = file.slice(SOURCE.href.length);
    // Sources of kernels and their layouts have their own kind of exports.
    if (/\.(?:as|wasm)\.ts$|_layout\.ts$/.test(path)) continue;
    const [first, second] = path.split("/");
    const room = houses.includes(first!) ? `${first}/${second}` : first!;
    for (const [, name] of (await Deno.readTextFile(new URL(file))).matchAll(declared)) {
      const key = `${room}: ${name}`;
      const known = places.get(key) ?? [];
      if (!known.includes(path)) places.set(key, [...known, path]);
    }
  }
  assert(places.size > 1000);
  return [...places].filter(([, paths]) => paths.length > 1);
}

Deno.test("a room exports no two types or functions of the same name", async () => {
  assertEquals(await namesInSeveralFiles(EXPORTED, HOUSES), []);
});

Deno.test("no two files of a folder declare types or functions of the same name", async () => {
  assertEquals(await namesInSeveralFiles(DECLARED, [...HOUSES, "query"]), []);
});
