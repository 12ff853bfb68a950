/** The commands of docs/record.md run: each where its tracer is installed. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { atFullEffort } from "../support/effort.ts";
import { lacks, type Tool } from "../support/programs.ts";
import { memrayPython } from "../support/tools.ts";
import { Recordings } from "./programs.ts";

const PAGE = new URL("../../docs/record.md", import.meta.url);

/** What a command needs, by a text in it; the first that fits. */
const NEEDS: readonly (readonly [text: RegExp, tools: readonly Tool[], code?: number])[] = [
  [/--list|--dry-run/, []],
  [/python3/, ["memray"]],
  [/valgrind/, ["valgrind"]],
  [/mtrace/, []],
  [/lcov/, ["lcov"]],
  [/apitrace|--api/, ["apitrace", "OpenGL under Xvfb"]],
  [/--pid/, ["heaptrack", "gdb"]],
  [/./, ["heaptrack"]],
];

/** Commands whose end is not 0: the program's own, or that of a process that only a person ends. */
const CODES: readonly (readonly [text: RegExp, code: number])[] = [[/\.\/game/, 4], [/job\.py|covered/, 3]];

Deno.test({
  ...atFullEffort("the commands of docs/record.md do what the page says", ["gcc"]),
  async fn() {
    using recordings = new Recordings();
    const { folder } = recordings;
    await recordings.compile("leaks", { as: "app" });
    await recordings.compile("leaks", { as: "static", options: ["-static"] });
    await recordings.compile("traced");
    await recordings.compile("three", { as: "covered", options: ["--coverage"] });
    if (lacks("OpenGL under Xvfb") === null) await recordings.compile("game");
    await Deno.writeTextFile(`${folder}/job.py`, "import sys\nkept = [bytearray(5000)]\nsys.exit(3)\n");
    const python = lacks("memray") === null ? memrayPython()! : "python3";
    const text = await Deno.readTextFile(PAGE);
    const blocks = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, body]) =>
      body!.trim().split("\n")
    );
    const inTable = [...text.matchAll(/`(quarry record [^`]*\.\/[^`]*|quarry record [^`]*python3[^`]*)`/g)]
      .map(([, line]) => line!).filter((line) => !/mpatrol|gnatcov|IMAGE/.test(line));
    let ran = 0;
    for (const line of new Set([...blocks, ...inTable])) {
      const [, tools] = NEEDS.find(([text]) => text.test(line))!;
      if (tools.some((tool) => lacks(tool) !== null)) continue;
      // Somebody has to end this one; tests/record/native_test.ts does.
      if (/--pid/.test(line)) continue;
      // Of a server without GLX there is nothing to be seen.
      if (/glxinfo|--with apitrace \.\/game/.test(line)) continue;
      const args = [...line.replace(/^quarry /, "").matchAll(/'([^']*)'|(\S+)/g)]
        .map(([, quoted, bare]) => quoted ?? bare!)
        .map((word) => word === "python3" ? python : word);
      const isDrawn = /--api/.test(line);
      const { code, out, err } = await (isDrawn ? recordings.underXvfb(args) : recordings.quarry(args));
      const wanted = /--dry-run|--list/.test(line) ? 0 : CODES.find(([text]) => text.test(line))?.[1] ?? 0;
      // A trace in a format that is not read yet ends with 3.
      assert(code === wanted || (code === 3 && /^trace: /m.test(err)), `${line}: ${code}\n${out}${err}`);
      if (/dry-run/.test(line)) assertStringIncludes(out, "LD_PRELOAD=");
      ran++;
    }
    // Lists and dry runs need nothing.
    assert(ran >= 2);
    assertEquals(recordings.files("recording").length, 0);
  },
});
