/** Traces of real tools, followed while they record. */
import { assert, assertEquals } from "@std/assert";
import { heaptrack } from "../../src/record/tracers/heaptrack.ts";
import { atFullEffort } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { rowsOf } from "../support/rows_of.ts";
import { withFolder } from "../support/temporary.ts";
import { memrayPython } from "../support/tools.ts";
import { followTool, SteppedProgram } from "./stepping.ts";

/** Allocates as many blocks as each line of its input says, and keeps them. */
const PYTHON_JOB = `
import mmap, sys, memray
with memray.Tracker(sys.argv[1]):
    kept = []
    for line in sys.stdin:
        kept += [mmap.mmap(-1, 4096 * 3) for _ in range(int(line))]
        print(len(kept), flush=True)
`;

/** Allocates this many blocks, and frees two in three. */
const ALLOCATING = `#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char line[32];
  while (fgets(line, sizeof line, stdin)) {
    for (int i = 0; i < atoi(line); i++) { void *volatile block = malloc(16 + rand() % 5000); if (i % 3) free(block); }
    printf("%d\\n", atoi(line));
    fflush(stdout);
  }
  return 0;
}`;

/** Draws this many frames of 100 calls. */
const DRAWING = `#include <GL/gl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  Display *display;
  for (int tries = 0; !(display = XOpenDisplay(0)); tries++) {
    if (tries == 300) { fputs("no display\\n", stderr); return 5; }
    usleep(100000);
  }
  int wanted[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 16, None};
  XVisualInfo *visual = glXChooseVisual(display, DefaultScreen(display), wanted);
  Window root = DefaultRootWindow(display);
  XSetWindowAttributes with = {0};
  with.colormap = XCreateColormap(display, root, visual->visual, AllocNone);
  Window window = XCreateWindow(display, root, 0, 0, 64, 64, 0, visual->depth, InputOutput, visual->visual, CWColormap, &with);
  XMapWindow(display, window);
  glXMakeCurrent(display, window, glXCreateContext(display, visual, 0, True));
  char line[32];
  while (fgets(line, sizeof line, stdin)) {
    for (int i = 0; i < atoi(line); i++) {
      for (int j = 0; j < 99; j++) glColor4f(i, j, 0, 1);
      glXSwapBuffers(display, window);
    }
    printf("%d\\n", atoi(line));
    fflush(stdout);
  }
  return 0;
}`;

async function compiled(folder: string, source: string, ...options: readonly string[]): Promise<string> {
  await Deno.writeTextFile(`${folder}/job.c`, source);
  const args = ["-g", "-w", "-o", `${folder}/job`, `${folder}/job.c`, ...options];
  assert((await new Deno.Command("gcc", { args }).output()).success);
  return `${folder}/job`;
}

Deno.test(withTools(["memray"], "memray is followed while it records, to its end"), async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/m.bin`;
    const program = new SteppedProgram([memrayPython()!, "-c", PYTHON_JOB, path]);
    const grows = "live @ end | where size == 12K | count";
    const session = await followTool({ program, path, steps: [10, 1, 20, 300], grows });
    assertEquals(await rowsOf(session, grows), [[331n]]);
    session.closeAll();
  });
});

Deno.test(
  atFullEffort("raw data of heaptrack is followed while it records, to its end", ["heaptrack", "gcc"]),
  async () => {
    await withFolder(async (folder) => {
      const job = await compiled(folder, ALLOCATING);
      const path = `${folder}/job.raw`;
      const found = await heaptrack.find(null);
      const env = { LD_PRELOAD: found!.path, DUMP_HEAPTRACK_OUTPUT: path };
      const program = new SteppedProgram([job], env);
      const session = await followTool({
        program,
        path,
        steps: [5000, 2000, 20_000, 70_000],
        grows: "allocs | count",
      });
      session.closeAll();
    });
  },
);

Deno.test(
  atFullEffort("interpreted data of heaptrack is followed while it records, to its end", [
    "heaptrack",
    "gcc",
  ]),
  async () => {
    await withFolder(async (folder) => {
      const job = await compiled(folder, ALLOCATING);
      const program = new SteppedProgram(["heaptrack", "-o", `${folder}/t`, job]);
      // Its compressor writes only when it has enough data.
      await program.take(200_000);
      const [name] = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
        /^t\./.test(name)
      );
      const session = await followTool({
        program,
        path: `${folder}/${name}`,
        steps: [1_000_000],
      });
      assert((await rowsOf(session, "allocs | count"))[0]![0] as bigint >= 1_200_000n);
      session.closeAll();
    });
  },
);

Deno.test(
  atFullEffort("apitrace is followed while it records, to its end", ["apitrace", "GLX under Xvfb", "gcc"]),
  async () => {
    await withFolder(async (folder) => {
      const job = await compiled(folder, DRAWING, "-lGL", "-lX11");
      const path = `${folder}/t.trace`;
      const display = 100 + Math.floor(Math.random() * 5000);
      const program = new SteppedProgram(
        ["xvfb-run", "-a", "-n", String(display), "apitrace", "trace", "-o", path, job],
      );
      // A chunk is a megabyte of calls.
      const grows = "calls | count";
      const session = await followTool({ program, path, steps: [700, 700, 1500], grows });
      assertEquals(await rowsOf(session, 'calls | where name == "glXSwapBuffers" | count'), [[2900n]]);
      session.closeAll();
    });
  },
);
