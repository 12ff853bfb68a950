/**
 * The environment variables that the program reads. The compiled program may read no others, and the manual
 * lists them.
 * @module
 */

/** Every variable and its meaning. */
export const ENVIRONMENT_VARIABLES: readonly { readonly name: string; readonly summary: string }[] = [
  { name: "NO_COLOR", summary: "set to anything: no colours" },
  { name: "FORCE_COLOR", summary: "set to anything but 0 or false: colours, in a pipe too" },
  { name: "TERM", summary: "dumb: a prompt without colours and keys; otherwise how many colours there are" },
  { name: "COLORTERM", summary: "truecolor or 24bit: the terminal has all colours" },
  { name: "COLORFGBG", summary: "whether the terminal is dark or light" },
  { name: "COLUMNS", summary: "width of lines, instead of the width of the terminal" },
  {
    name: "QUARRY_PAGER",
    summary: "pager for results taller than the screen, at the prompt too; empty: none",
  },
  {
    name: "PAGER",
    summary: "pager of all programs, if QUARRY_PAGER is not set; the prompt prints a screen instead",
  },
  { name: "LESS", summary: "options of less, EFRX when it is not set" },
  { name: "LESSCHARSET", summary: "how less reads text, utf-8 when it is not set" },
  { name: "VISUAL", summary: "editor that Ctrl-X Ctrl-E starts" },
  { name: "EDITOR", summary: "editor, if VISUAL is not set; vi if neither is" },
  { name: "QUARRY_MEMORY", summary: "memory for data, such as 2G, if --memory is not given" },
  { name: "QUARRY_PLAN", summary: "strategies that queries may use, as explain names them; for tests" },
  { name: "QUARRY_THREADS", summary: "threads for queries, if --threads is not given" },
  { name: "PATH", summary: "where quarry record looks for tracers and programs" },
  { name: "LD_PRELOAD", summary: "libraries that quarry record preloads in addition to that of a tracer" },
  { name: "QUARRY_CACHE", summary: "off: neither use nor save indexes of traces and compiled code" },
  { name: "TMPDIR", summary: "folder of temporary files, where Deno stores the code of a compiled program" },
  { name: "HOME", summary: "home directory: where the folders below are unless they are set" },
  { name: "USERPROFILE", summary: "the same on Windows" },
  { name: "LOCALAPPDATA", summary: "folder of quarry on Windows, if XDG_CACHE_HOME is not set" },
  {
    name: "XDG_CONFIG_HOME",
    summary: "folder that contains quarry/replrc, lines that run before the first prompt",
  },
  { name: "XDG_STATE_HOME", summary: "folder that contains quarry/history, the history of the prompt" },
  { name: "XDG_CACHE_HOME", summary: "folder that contains quarry, for indexes of traces and compiled code" },
  { name: "DEBUGINFOD_CACHE_PATH", summary: "folder of debug files that debuginfod has downloaded" },
  { name: "XDG_DATA_HOME", summary: "folder that contains quarry, for installed data" },
];
