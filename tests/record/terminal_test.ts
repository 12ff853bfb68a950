/** A real terminal: Ctrl-C goes to the program, and the prompt opens after the program has ended. */
import { assertEquals, assertMatch } from "@std/assert";
import { commandWords } from "../cli/program.ts";
import { atFullEffort } from "../support/effort.ts";
import { Recordings } from "./programs.ts";

/** Runs a command on a terminal: types keys when the expected text appears; prints all output, and the exit code. */
const TYPIST = `
import json, os, pty, select, sys, time
steps, command = json.loads(sys.argv[1]), sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
seen, begun = b"", time.time()
while time.time() - begun < 60:
    if select.select([fd], [], [], 0.1)[0]:
        try:
            piece = os.read(fd, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    if steps and steps[0][0].encode() in seen:
        time.sleep(0.5)
        os.write(fd, steps.pop(0)[1].encode())
else:
    os.kill(pid, 9)
sys.stdout.buffer.write(seen)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

async function typed(
  recordings: Recordings,
  args: readonly string[],
  steps: readonly (readonly [seen: string, keys: string])[],
): Promise<{ readonly code: number; readonly out: string }> {
  const { code, stdout } = await new Deno.Command("python3", {
    args: ["-c", TYPIST, JSON.stringify(steps), ...commandWords(args)],
    cwd: recordings.folder,
    env: { TERM: "xterm", NO_COLOR: "1" },
    stdin: "null",
    stderr: "inherit",
  }).output();
  return { code, out: new TextDecoder().decode(stdout) };
}

Deno.test({
  ...atFullEffort("on a terminal the prompt opens the trace, and the exit code is that of the program", [
    "heaptrack",
    "gcc",
    "python3",
  ]),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("three");
    const { code, out } = await typed(recordings, ["record", "./three"], [["Ctrl-D exits", "\x04"]]);
    assertEquals(code, 3, out);
    assertMatch(out, /never freed/);
    const closed = await typed(recordings, ["record", "--no-open", "./three"], []);
    assertEquals(closed.code, 3, closed.out);
    assertMatch(closed.out, /never freed[^]*trace: three/);
  },
});

Deno.test({
  ...atFullEffort("Ctrl-C on a terminal goes to the program", ["heaptrack", "gcc", "python3"]),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("waits");
    const { code, out } = await typed(recordings, ["record", "--no-open", "./waits"], [["waits", "\x03"]]);
    assertEquals(code, 130, out);
    assertMatch(out, /was ended by SIGINT/);
    assertEquals(recordings.files(".zst").length, 2);
  },
});
