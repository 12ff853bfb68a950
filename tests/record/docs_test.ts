/** The commands of docs/record.md run, if their tracers are installed. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { atFullEffort } from "../support/effort.ts";
import type { Tool } from "../support/programs.ts";
import { memrayPython } from "../support/tools.ts";
import { commandWords } from "../cli/program.ts";
import { Recordings } from "./programs.ts";

const PAGE = new URL("../../docs/record.md", import.meta.url);

/** The tools that a command needs, by a text in it; the first match counts. */
const NEEDS: readonly (readonly [text: RegExp, tools: readonly Tool[], code?: number])[] = [
  [/--list|--dry-run/, []],
  [/python3/, ["memray"]],
  [/valgrind/, ["valgrind"]],
  [/mtrace/, []],
  [/lcov/, ["lcov"]],
  [/--api egl/, ["apitrace", "OpenGL under Xvfb"]],
  [/apitrace/, ["apitrace", "GLX under Xvfb"]],
  [/--pid/, ["heaptrack", "gdb"]],
  [/./, ["heaptrack"]],
];

/** Commands with an exit code other than 0: that of the program, or of a process that only the user ends. */
const CODES: readonly (readonly [text: RegExp, code: number])[] = [[/\.\/game/, 4], [/job\.py|covered/, 3]];

/**
 * Runs a command that attaches to a program called server: in a shell, like in a second terminal. Ctrl-C ends the
 * recording.
 */
async function attached(
  recordings: Recordings,
  line: string,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const name = "server_of_a_test";
  await recordings.compile("waits", { as: name });
  const server = new Deno.Command(`${recordings.folder}/${name}`, { stdout: "null" }).spawn();
  try {
    const words = commandWords(
      line.replace(/^quarry /, "").replace("pidof -s server", `pidof -s ${name}`).split(" "),
    );
    const child = new Deno.Command("sh", {
      // The shell becomes the program, so that the signal reaches it.
      args: ["-c", `exec ${words.join(" ")}`],
      cwd: recordings.folder,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      env: { NO_COLOR: "1" },
    }).spawn();
    const out = new Response(child.stdout).text();
    let err = "";
    const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
    let ending: ReturnType<typeof setTimeout> | undefined;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      err += piece.value;
      // gdb needs a while, and so do some allocations.
      if (ending === undefined && /until it ends, or Ctrl-C/.test(err)) {
        ending = setTimeout(() => child.kill("SIGINT"), 4000);
      }
    }
    clearTimeout(ending);
    const { code } = await child.status;
    // The server continues.
    Deno.kill(server.pid, "SIGCONT");
    return { code, out: await out, err };
  } finally {
    server.kill("SIGKILL");
    await server.status;
  }
}

/** The commands of the page, in blocks and in its table; those for machines that tests do not have are left out. */
function commands(): Set<string> {
  const text = Deno.readTextFileSync(PAGE);
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, body]) => body!.trim().split("\n"));
  const inTable = [...text.matchAll(/`(quarry record [^`]*\.\/[^`]*|quarry record [^`]*python3[^`]*)`/g)]
    .map(([, line]) => line!).filter((line) => !/mpatrol|gnatcov|IMAGE/.test(line));
  return new Set([...blocks, ...inTable]);
}

for (const line of commands()) {
  const [, tools] = NEEDS.find(([text]) => text.test(line))!;
  Deno.test({
    ...atFullEffort(`docs/record.md: ${line}`, ["gcc", ...tools]),
    fn: () => runCommand(line),
  });
}

async function runCommand(line: string): Promise<void> {
  using recordings = new Recordings();
  const { folder } = recordings;
  await recordings.compile("leaks", { as: "app" });
  if (/\.\/static/.test(line)) await recordings.compile("leaks", { as: "static", options: ["-static"] });
  if (/\.\/traced/.test(line)) await recordings.compile("traced");
  if (/\.\/covered/.test(line)) {
    await recordings.compile("three", { as: "covered", options: ["--coverage"] });
  }
  // One program of that name draws through EGL, the other one through GLX.
  if (/\.\/game/.test(line)) await recordings.compile(/egl/.test(line) ? "game" : "glx_game", { as: "game" });
  await Deno.writeTextFile(`${folder}/job.py`, "import sys\nkept = [bytearray(5000)]\nsys.exit(3)\n");
  const python = /python3/.test(line) && !/dry-run/.test(line) ? memrayPython()! : "python3";
  const args = [...line.replace(/^quarry /, "").matchAll(/'([^']*)'|(\S+)/g)]
    .map(([, quoted, bare]) => quoted ?? bare!)
    .map((word) => word === "python3" ? python : word);
  // A query runs on the trace that the previous line has recorded.
  if (/^quarry query/.test(line)) {
    assertEquals((await recordings.quarry(["record", "--no-open", "-o", "app.zst", "./app"])).code, 0);
  }
  const { code, out, err } =
    await (/--pid/.test(line)
      ? attached(recordings, line)
      : /apitrace|--api/.test(line)
      ? recordings.underXvfb(args)
      : recordings.quarry(args));
  // Attaching may be forbidden in containers.
  if (/--pid/.test(line) && code === 126) return assertStringIncludes(err, "gdb may not attach");
  if (/--with mtrace/.test(line) && code === 3) return assertStringIncludes(err, "mtrace is not installed");
  const wanted = /--dry-run|--list/.test(line) ? 0 : CODES.find(([text]) => text.test(line))?.[1] ?? 0;
  assertEquals(code, wanted, `${line}\n${out}${err}`);
  if (/dry-run/.test(line)) assertStringIncludes(out, "LD_PRELOAD=");
  else if (/^quarry record/.test(line) && !/--list/.test(line)) assertMatch(err, /^trace: /m);
  assertEquals(recordings.files("recording").length, 0);
}

Deno.test("docs/record.md has commands", () => {
  assert(commands().size >= 15);
});
