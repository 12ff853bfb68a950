/**
 * Queries in place of a file: -e is easily forgotten.
 * @module
 */

/** What to say after "no such file" when it is a query; empty when it is none. */
export async function queryHint(operand: string): Promise<string> {
  if (!operand.includes("|")) {
    const { scriptDiagnostics } = await import("./script_diagnostics.ts");
    const wrong = scriptDiagnostics(operand).some(({ severity }) => severity === "error");
    if (wrong || operand.trim() === "") return "";
  }
  return "; a query goes after -e";
}
