/**
 * The traces that a workspace configures: `quarry.trace` is a path, `quarry.traces` a list of paths or of
 * names with paths.
 * @module
 */

/** Operands such as `run.mtrc` and `a=run.mtrc`, with the files they name. */
export interface TraceChoice {
  readonly operands: readonly string[];
  readonly paths: readonly string[];
}

/** The empty choice. */
export const NO_TRACES: TraceChoice = { operands: [], paths: [] };

/**
 * Reads a configuration; null if it names no traces.
 *
 * @param settings The client's settings under `quarry`.
 * @param folder Folder to which relative paths refer.
 */
export function traceChoice(settings: unknown, folder: string | null): TraceChoice | null {
  if (typeof settings !== "object" || settings === null) return null;
  const { trace, traces } = settings as { trace?: unknown; traces?: unknown };
  const operands: string[] = [];
  if (typeof trace === "string" && trace !== "") operands.push(trace);
  if (Array.isArray(traces)) {
    operands.push(...traces.filter((each): each is string => typeof each === "string" && each !== ""));
  } else if (typeof traces === "object" && traces !== null) {
    for (const [name, path] of Object.entries(traces)) {
      if (typeof path === "string") operands.push(`${name}=${path}`);
    }
  }
  return operands.length === 0 ? null : chooseTraces(operands, folder);
}

/** Makes paths absolute. */
export function chooseTraces(operands: readonly string[], folder: string | null): TraceChoice {
  const split = operands.map((operand) => {
    const named = /^([A-Za-z_][\w.-]*)=(.+)$/s.exec(operand);
    const path = absolute(named === null ? operand : named[2]!, folder);
    return { operand: named === null ? path : `${named[1]}=${path}`, path };
  });
  return { operands: split.map(({ operand }) => operand), paths: split.map(({ path }) => path) };
}

function absolute(path: string, folder: string | null): string {
  const isAbsolute = /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
  return isAbsolute || folder === null ? path : `${folder.replace(/[/\\]+$/, "")}/${path}`;
}

/** The path of a `file:` URI; null for other schemes. */
export function pathOfUri(uri: string): string | null {
  if (!uri.startsWith("file:")) return null;
  try {
    const path = decodeURIComponent(new URL(uri).pathname);
    return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
  } catch {
    return null;
  }
}

/** The `file:` URI of a path. */
export function uriOfPath(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  const encoded = encodeURI(slashed).replaceAll("#", "%23").replaceAll("?", "%3F");
  return `file://${encoded.startsWith("/") ? "" : "/"}${encoded}`;
}
