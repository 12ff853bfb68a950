/** Compiles a program that writes a report about itself, so that names can be checked against a real memory map. */

/** Calls go main → outer → lib_call (in a library) → middle → net::inner(int), which writes the record. */
const PROGRAM = `
#include <execinfo.h>
#include <stdio.h>
#include <string.h>
extern void lib_call(void (*)(int), int);
static int lowered, calls;
void inner(int depth) __asm__("_ZN3net5innerEi");
__attribute__((noinline)) void inner(int depth) {
  void *frames[32];
  int count = backtrace(frames, 32);
  printf("%d. malloc(%d) = 0x%d000\\n", ++calls, depth, calls);
  for (int i = 0; i < count; i++) printf("\\t0x%lx\\n", (unsigned long) frames[i]);
  printf("\\n");
}
static __attribute__((noinline)) void middle(int depth) { inner(depth); __asm__ volatile(""); }
static __attribute__((noinline)) void outer(int depth) { lib_call(middle, depth); __asm__ volatile(""); }
int main(int argc, char **argv) {
  lowered = argc > 1;
  printf("version=2.0, arch=x86_64, process=%s, pid=1, \\n<1> : memory (bytes)\\n", argv[0]);
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[4096];
  while (fgets(line, sizeof line, maps)) {
    unsigned long from, to, offset;
    char bits[8], path[2048] = "";
    if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %2047s", &from, &to, bits, &offset, path) < 5) continue;
    if (!strchr(bits, 'x') || !strchr(path, '/')) continue;
    if (lowered) from -= offset;
    printf(": %s => 0x%lx-0x%lx\\n", path, from, to);
  }
  outer(16);
  __asm__ volatile("");
  return 0;
}
`;

const LIBRARY = `
__attribute__((noinline)) void lib_call(void (*call)(int), int depth) { call(depth); __asm__ volatile(""); }
`;

/** Names of frames from the innermost useful one outwards, as expected. */
export const EXPECTED: readonly string[] = ["net::inner(int)", "middle", "lib_call", "outer", "main"];

/** Runs a command to its end; returns its standard output. */
export function run(command: string, ...args: string[]): string {
  return runIn(".", command, ...args);
}

/** Runs a command in a folder, since compilers leave intermediate files. */
export function runIn(cwd: string, command: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command(command, { args, cwd }).outputSync();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${text(stderr)}`);
  return text(stdout);
}

/** Compiles program and library into a folder; returns the path of the program. */
export function compile(folder: string, ...flags: string[]): string {
  Deno.writeTextFileSync(`${folder}/program.c`, PROGRAM);
  Deno.writeTextFileSync(`${folder}/lib.c`, LIBRARY);
  const common = ["-O1", "-fno-optimize-sibling-calls"];
  run("gcc", ...common, "-shared", "-fPIC", "-o", `${folder}/libcall.so`, `${folder}/lib.c`);
  const program = `${folder}/program`;
  run(
    "gcc",
    ...common,
    ...flags,
    "-o",
    program,
    `${folder}/program.c`,
    `${folder}/libcall.so`,
    `-Wl,-rpath,${folder}`,
  );
  return program;
}
