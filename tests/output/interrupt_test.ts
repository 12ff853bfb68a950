/** Ctrl-C that comes just when its handler is removed ends the program, and is not lost. */
import { assertEquals } from "@std/assert";
import { atFullEffort } from "../support/effort.ts";

const PROGRAM = new URL("interrupted_program.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

/** Starts the program, and presses Ctrl-C when it is ready; returns its exit code and its last lines. */
async function interrupted(way: "here" | "thread", moment: string): Promise<[number, string]> {
  const args = ["run", "-A", "--quiet", "--no-check", "--config", CONFIG, PROGRAM, way, moment];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
  let out = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    if (out === "") child.kill("SIGINT");
    out += text;
  }
  return [(await child.status).code, out.replace("ready\n", "")];
}

for (const way of ["here", "thread"] as const) {
  Deno.test(`Ctrl-C that comes just before its last handler is removed ends the program (${way})`, async () => {
    assertEquals(await interrupted(way, "late"), [130, "stopped\n"]);
  });

  Deno.test(atFullEffort(`Ctrl-C goes to the handler, and the program continues (${way})`), async () => {
    assertEquals(await interrupted(way, "handled"), [3, "handled\n"]);
  });
}

Deno.test("a handler with a deadline cannot keep the program longer", async () => {
  assertEquals(await interrupted("thread", "deadline"), [130, "handled\n"]);
});
