/** How each tracer is started, what it refuses, and which of its files are traces: nothing is run but scripts in its place. */
import { assertEquals } from "@std/assert";
import { tracers } from "../../src/record/registry.ts";
import type { InstalledTracer, Program } from "../../src/record/tracer.ts";
import { lcov } from "../../src/record/tracers/lcov.ts";
import { withFolder } from "../support/temporary.ts";

const GOLDEN = new URL("tracers.txt", import.meta.url);

const KINDS: readonly Pick<Program, "kind" | "interpreter" | "python">[] = [
  { kind: "native" },
  { kind: "static" },
  { kind: "script", interpreter: "/bin/sh" },
  { kind: "other" },
  {
    kind: "script",
    interpreter: "/bin/python3",
    python: { python: "/bin/python3", options: ["-O"], runs: ["job.py", "x"] },
  },
];

/** Everything that a tracer says of programs of each kind. */
function told(): string {
  const lines: string[] = [];
  for (const tracer of tracers) {
    lines.push(`== ${tracer.name}: ${tracer.format}, .${tracer.extension}`);
    const found = {
      version: "1.2.3",
      path: `/tools/${tracer.name}`,
      parts: new Proxy({}, { get: (_, name) => `/parts/${String(name)}` }),
    } as InstalledTracer;
    for (const each of KINDS) {
      const program = { name: "app", path: "/programs/app", title: "app", ...each } as Program;
      const kind = each.python === undefined ? each.kind : "python";
      lines.push(`${kind}: takes ${tracer.takes?.(program)}, refuses ${tracer.refuses?.(program)}`);
      if (kind !== (tracer.name === "memray" ? "python" : "native")) continue;
      for (const preload of [undefined, "/own.so"]) {
        for (const options of [{}, { api: tracer.apis?.at(-1) ?? "gl", native: true }]) {
          const request = { program, args: ["a", "b c"], folder: "/tmp/x%y", preload, options };
          lines.push(
            `  ${preload ?? "no preload"} ${JSON.stringify(options)} ${
              JSON.stringify(tracer.start(found, request))
            }`,
          );
        }
      }
    }
  }
  // Whether zstd is there differs from machine to machine.
  return lines.map((line, at) =>
    line === lines[at - 1] ? "  the same" : line.replace(/\| (?:zstd|gzip) >/, "| PACKER >")
  ).join("\n") + "\n";
}

Deno.test("tracers are started as recorded, and refuse the same programs", async () => {
  const text = told();
  if (Deno.args.includes("--update")) await Deno.writeTextFile(GOLDEN, text);
  else assertEquals(text, await Deno.readTextFile(GOLDEN));
});

Deno.test("lcov is asked about the counts of a run beside their notes, and has no trace without counts or if it fails", async () => {
  await withFolder(async (folder) => {
    const tool = async (script: string): Promise<InstalledTracer> => {
      await Deno.writeTextFile(`${folder}/tool`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return { path: `${folder}/tool`, version: "2" };
    };
    const made = `${folder}/made`;
    await Deno.mkdir(`${made}/build/deep`, { recursive: true });
    const asked = await tool(`echo "$@" > ${folder}/asked; touch "$6"`);
    assertEquals(await lcov.finish!(asked, made), []);
    await Deno.writeTextFile(`${made}/build/deep/a.gcda`, "");
    assertEquals(await lcov.finish!(asked, made), [{ path: `${made}/trace.info`, extension: "info" }]);
    assertEquals(await Deno.readTextFile(`${folder}/asked`), `-q -c -d ${made} -o ${made}/trace.info\n`);
    assertEquals(await Deno.readLink(`${made}/build/deep/a.gcno`), "/build/deep/a.gcno");
    assertEquals(await lcov.finish!(await tool("exit 1"), made), []);
  });
});
