/**
 * Recognizes a query that is given in place of a file, because it is easy to forget `-e`.
 * @module
 */

/** Returns the hint that follows "no such file" if the operand is a query; otherwise empty. */
export async function queryHint(operand: string): Promise<string> {
  if (!operand.includes("|")) {
    const { scriptDiagnostics } = await import("./script_diagnostics.ts");
    const wrong = scriptDiagnostics(operand).some(({ severity }) => severity === "error");
    if (wrong || operand.trim() === "") return "";
  }
  return "; a query goes after -e";
}
