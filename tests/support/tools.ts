/**
 * The tools that tests use if installed: the programs, and the Debian package that provides them.
 * @module
 */

/** A tool. */
export interface ToolSpec {
  /** The programs, all of which are needed. */
  readonly programs: readonly string[];
  /** The Debian packages that provide them; `.ci/run` installs these. */
  readonly packages: readonly string[];
  /** The Python package, for a separate Python of the tests. */
  readonly python?: string;
  /** Whether the programs work, if being installed is not enough. Must not throw. */
  readonly works?: () => boolean;
}

/** The Python that `.ci/run` installs packages for. */
export const PYTHON_FOLDER: string = new URL("../../.cache/python", import.meta.url).pathname;

/** A package for Rust that needs the crate dhat, which `.ci/run` fetches. */
export const RUST_FOLDER: string = new URL("../../.cache/rust", import.meta.url).pathname;

/** The manifest of that package. */
export const RUST_MANIFEST = `[package]
name = "recorded"
version = "0.1.0"
edition = "2021"
[dependencies]
dhat = "0.3"
[profile.dev]
debug = 1
`;

/** The folder of PyTorch's script about snapshots, put there by `.ci/run`; the script needs nothing else of PyTorch. */
export const MEMORY_VIZ_FOLDER: string = new URL("../../.cache/memory_viz", import.meta.url).pathname;

/** The package on PyPI that has the script, and its path inside. */
export const MEMORY_VIZ = { package: "torch==2.5.1", member: "torch/cuda/_memory_viz.py" } as const;

/** A Python that has a package: the one created by `.ci/run`, or that of the system. */
export function pythonWith(name: string): string | undefined {
  return [`${PYTHON_FOLDER}/bin/python3`, "python3"].find((each) => succeeds(each, ["-c", `import ${name}`]));
}

/** A Python that has memray. */
export function memrayPython(): string | undefined {
  return pythonWith("memray");
}

const tool = (
  programs: readonly string[],
  packages: readonly string[],
  works?: () => boolean,
): ToolSpec => ({ programs, packages, ...(works ? { works } : {}) });

/** A package for Python, in its own Python: that of the system does not allow other packages. */
const pythonTarget = (name: string): ToolSpec => ({
  ...tool(["python3"], ["python3-venv"], () => pythonWith(name) !== undefined),
  python: name,
});

/** Whether a program runs successfully. */
function succeeds(program: string, args: readonly string[], wanted = ""): boolean {
  try {
    const { success, stdout } = new Deno.Command(program, { args: [...args], stderr: "null" }).outputSync();
    return success && new TextDecoder().decode(stdout).includes(wanted);
  } catch {
    return false;
  }
}

/** Reads what apitrace 11.1 pickles; a newer release expects one field more. */
export const APITRACE_SCRIPT = "/usr/lib/apitrace/scripts/unpickle.py";

/** Whether a file exists and contains a text. */
function holds(path: string, text: string): boolean {
  try {
    return Deno.readTextFileSync(path).includes(text);
  } catch {
    return false;
  }
}

/** Every tool by its name in skipped tests. */
export const TOOLS = {
  apitrace: tool(["apitrace"], ["apitrace"], () => holds(APITRACE_SCRIPT, "self.ret, self.flags")),
  bash: tool(["bash"], ["bash"]),
  binutils: tool(["readelf", "objcopy", "strip", "dwp"], ["binutils"]),
  chromium: tool(["chromium"], ["chromium"]),
  "firefox-esr": tool(["firefox-esr"], ["firefox-esr"]),
  git: tool(["git"], ["git"]),
  // VS Code for a browser; available on npm, but not in Debian, so that `.ci/run` continues without it.
  "code-server": tool(["code-server"], ["code-server"]),
  chown: tool(["chown"], ["coreutils"]),
  bzip2: tool(["bzip2"], ["bzip2"]),
  "dpkg-deb": tool(["dpkg-deb", "gzip"], ["dpkg"]),
  // A package of crates.io, built without accessing it again.
  "dhat-rs": tool(
    ["cargo", "cc"],
    ["cargo", "gcc"],
    () =>
      holds(`${RUST_FOLDER}/Cargo.toml`, "dhat") &&
      succeeds("cargo", ["fetch", "--offline", "--manifest-path", `${RUST_FOLDER}/Cargo.toml`]),
  ),
  // Included in Emacs from 29 on.
  eglot: tool(
    ["emacs"],
    ["emacs-nox", "elpa-eglot"],
    () => succeeds("emacs", ["--batch", "--no-init-file", "--eval", "(require 'eglot)"]),
  ),
  clang: tool(["clang++", "llvm-dwp"], ["clang", "llvm"]),
  coverage: pythonTarget("coverage"),
  dwz: tool(["dwz"], ["dwz"]),
  fish: tool(["fish"], ["fish"]),
  gcc: tool(["gcc", "gcov", "as", "ld"], ["gcc", "libc6-dev"]),
  "g++": tool(["g++"], ["g++"]),
  gdc: tool(["gdc"], ["gdc"]),
  gnat: tool(["gnatmake"], ["gnat"]),
  ldc: tool(["ldc2"], ["ldc"]),
  gcovr: pythonTarget("gcovr"),
  go: tool(["go"], ["golang-go"]),
  groff: tool(["groff"], ["groff-base"]),
  heaptrack: tool(["heaptrack_print"], ["heaptrack"]),
  gdb: tool(["gdb"], ["gdb"]),
  // Programs that draw without a screen and a graphics card, and the tools to compile them.
  "OpenGL under Xvfb": tool(
    ["xvfb-run", "Xvfb", "xauth"],
    ["xvfb", "xauth", "libgl-dev", "libegl-dev", "libgl1-mesa-dri"],
    () => holds("/usr/include/EGL/egl.h", "EGL"),
  ),
  "GLX under Xvfb": tool(
    ["xvfb-run", "Xvfb", "xauth", "glxinfo"],
    ["xvfb", "xauth", "libgl-dev", "libx11-dev", "libgl1-mesa-dri", "mesa-utils"],
    () =>
      holds("/usr/include/GL/glx.h", "glXSwapBuffers") && holds("/usr/include/X11/Xlib.h", "XOpenDisplay") &&
      succeeds("xvfb-run", ["-a", "glxinfo", "-B"], "direct rendering: Yes"),
  ),
  jupyter_client: tool(
    ["python3"],
    ["python3-jupyter-client"],
    () => succeeds("python3", ["-c", "import jupyter_client"]),
  ),
  lcov: tool(["lcov", "genhtml"], ["lcov"]),
  less: tool(["less"], ["less"]),
  lz4: tool(["lz4"], ["lz4"]),
  // The tool of Arch Linux, which is also in Debian; it builds packages with the help of the others.
  makepkg: tool(
    ["makepkg", "pacman", "bsdtar", "fakeroot", "setpriv"],
    ["makepkg", "pacman-package-manager", "libarchive-tools", "fakeroot", "util-linux"],
  ),
  mandoc: tool(["mandoc"], ["mandoc"]),
  _memory_viz: tool(
    ["python3"],
    ["python3-venv"],
    () => holds(`${MEMORY_VIZ_FOLDER}/_memory_viz.py`, "def trace("),
  ),
  memray: pythonTarget("memray"),
  nix: tool(["nix-instantiate"], ["nix-bin"]),
  mkfifo: tool(["mkfifo"], ["coreutils"]),
  mknod: tool(["mknod"], ["coreutils"]),
  mount: tool(["mount", "umount"], ["mount"]),
  nvim: tool(["nvim"], ["neovim"]),
  // Other systems have a `script` with different options.
  "script of util-linux": tool(
    ["script", "stty"],
    ["bsdutils"],
    () => succeeds("script", ["--version"], "util-linux"),
  ),
  python3: tool(["python3"], ["python3"]),
  rustc: tool(["rustc"], ["rustc"]),
  setpriv: tool(["setpriv"], ["util-linux"]),
  curl: tool(["curl"], ["curl"]),
  // Tracing may be forbidden in containers.
  strace: tool(
    ["strace"],
    ["strace"],
    () => succeeds("strace", ["-f", "-qq", "--seccomp-bpf", "-e", "trace=none", "true"]),
  ),
  symbolizers: tool(["addr2line", "llvm-symbolizer"], ["binutils", "llvm"]),
  tar: tool(["tar"], ["tar"]),
  tmux: tool(["tmux"], ["tmux"]),
  valgrind: tool(["valgrind"], ["valgrind", "libc6-dbg"]),
  xz: tool(["xz"], ["xz-utils"]),
  zip: tool(["zip"], ["zip"]),
  zsh: tool(["zsh"], ["zsh"]),
  xmllint: tool(["xmllint"], ["libxml2-utils"]),
} as const satisfies Record<string, ToolSpec>;
