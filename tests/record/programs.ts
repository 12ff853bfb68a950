/** Programs that tests record, compiled once per file of tests, and runs of `quarry record` in a separate folder. */

import { assert } from "@std/assert";
import { commandWords, type Outcome, outcomeOf, programCommand } from "../cli/program.ts";
import { Temporary } from "../support/temporary.ts";

const PROGRAMS: Readonly<Record<string, string>> = {
  leaks: `#include <stdio.h>
#include <stdlib.h>
static char *make(int size) { char *block = malloc(size); block[0] = 1; return block; }
int main(void) {
  for (int i = 0; i < 1000; i++) { char *block = make(100 + i % 7); if (i % 4) free(block); }
  puts("leaked");
  return 0;
}`,
  threads: `#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *work(void *arg) {
  for (int i = 0; i < 500; i++) { void *volatile block = malloc(64); if (i % 10) free(block); }
  return arg;
}
int main(void) {
  pthread_t all[4];
  for (int i = 0; i < 4; i++) pthread_create(&all[i], 0, work, 0);
  for (int i = 0; i < 4; i++) pthread_join(all[i], 0);
  puts("joined");
  return 0;
}`,
  forks: `#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  void *volatile mine = malloc(1000);
  pid_t child = fork();
  if (child == 0) { for (int i = 0; i < 5; i++) mine = malloc(3000); exit(0); }
  waitpid(child, 0, 0);
  mine = malloc(2000);
  puts("forked");
  return 0;
}`,
  three: `#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
  for (int i = 1; i < count; i++) printf("[%s]", words[i]);
  void *volatile block = malloc(77);
  (void)block;
  return 3;
}`,
  waits: `#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  for (int i = 0; i < 20000; i++) { void *volatile block = malloc(64); (void)block; }
  puts("waits");
  fflush(stdout);
  for (;;) { void *volatile block = malloc(8); free(block); usleep(20000); }
}`,
  traced: `#include <mcheck.h>
#include <stdlib.h>
int main(void) { mtrace(); void *volatile block = malloc(10); block = malloc(20); free(block); return 0; }`,
  game: `#include <EGL/egl.h>
#include <GL/gl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
  EGLConfig config;
  EGLint count;
  EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  for (int tries = 0; !eglInitialize(display, 0, 0); tries++) {
    if (tries == 300) { fputs("no display\\n", stderr); return 5; }
    usleep(100000);
  }
  eglBindAPI(EGL_OPENGL_API);
  eglChooseConfig(display, wanted, &config, 1, &count);
  EGLContext context = eglCreateContext(display, config, 0, 0);
  eglMakeCurrent(display, 0, 0, context);
  for (int i = 0; i < 10; i++) { glClear(GL_COLOR_BUFFER_BIT); glEnable(GL_BLEND); }
  glFinish();
  puts("drawn");
  return 4;
}`,
};

const GLX_GAME = `#include <GL/gl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <stdio.h>
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
  for (int i = 0; i < 7; i++) { glClear(GL_COLOR_BUFFER_BIT); glEnable(GL_BLEND); glXSwapBuffers(display, window); }
  glFinish();
  puts("drawn");
  return 4;
}`;

/**
 * The programs, each as small as possible. Drawing programs wait for their display: `xvfb-run` continues after three
 * seconds without its server, which is too early on a busy machine.
 */
const SOURCES: Readonly<Record<string, string>> = { ...PROGRAMS, glx_game: GLX_GAME };

const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  glx_game: ["-lGL", "-lX11"],
  game: ["-lEGL", "-lGL"],
  threads: ["-pthread"],
};

/** A folder with programs, in which Quarry runs. */
export class Recordings {
  readonly #temporary = Temporary.folder();
  /** The folder. */
  readonly folder: string = this.#temporary.path;

  /** Compiles a program into the folder. */
  async compile(name: string, { as = name, options = [] as readonly string[] } = {}): Promise<void> {
    await Deno.writeTextFile(`${this.folder}/${name}.c`, SOURCES[name]!);
    const { success, stderr } = await new Deno.Command("gcc", {
      args: ["-g", "-w", ...options, "-o", as, `${name}.c`, ...(LIBRARIES[name] ?? [])],
      cwd: this.folder,
    }).output();
    assert(success, new TextDecoder().decode(stderr));
  }

  /** Runs the program there. */
  async quarry(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    return await outcomeOf(this.command(args, env));
  }

  /** The command of the program in that folder, with pipes. */
  command(args: readonly string[], env: Record<string, string> = {}): Deno.Command {
    return programCommand(args, {
      cwd: this.folder,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      env: { NO_COLOR: "1", ...env },
    });
  }

  /** Runs the program there, with a virtual screen. */
  async underXvfb(args: readonly string[]): Promise<Outcome> {
    // Two runs that look for a free display at the same time may find the same one: each begins at a random
    // number.
    const display = 100 + Math.floor(Math.random() * 5000);
    return await outcomeOf(
      new Deno.Command("xvfb-run", {
        args: ["-a", "-n", String(display), ...commandWords(args)],
        cwd: this.folder,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
        env: { NO_COLOR: "1" },
      }),
    );
  }

  /** The files of the folder with an ending. */
  files(ending: string): string[] {
    return [...Deno.readDirSync(this.folder)].map(({ name }) => name).filter((name) => name.endsWith(ending))
      .sort();
  }

  /** Removes the folder. */
  [Symbol.dispose](): void {
    this.#temporary[Symbol.dispose]();
  }
}
