/**
 * Splits expressions of Prometheus and Loki over a table into stages: `sum by (func) (leaks.size)`, `topk(10, …)`,
 * `count by (thread) (events{kind="free"})`.
 * @module
 */

/** Returns the table of an expression and its stages, which `foreignStage` can translate; null for any other text. */
export function vectorStages(text: string): readonly string[] | null {
  const [, which, count, inner] = /^(topk|bottomk)\s*\(\s*(\d+)\s*,\s*([^]*)\)$/i.exec(text.trim()) ?? [];
  if (inner !== undefined) {
    const stages = vectorStages(inner);
    return stages && [...stages, `${/^b/i.test(which!) ? "slice_min" : "slice_max"}(n = ${count})`];
  }
  const [, before, keysBefore, table, column, tests, keysAfter] =
    /^(\w+)\s*(?:by\s*\(([^()]*)\)\s*)?\(\s*(\w+)(?:\.(\w+))?\s*(?:\{([^{}]*)\})?\s*\)\s*(?:by\s*\(([^()]*)\))?$/i
      .exec(text.trim()) ?? [];
  const keys = keysBefore ?? keysAfter;
  if (before === undefined || keys === undefined) return null;
  const sum = /^count$/i.test(before) ? "count()" : `${before}(${column ?? "size"})`;
  const filter = tests === undefined || tests.trim() === "" ? [] : [`filter(${tests})`];
  return [table!, ...filter, `by ${keys}: ${sum}`];
}
