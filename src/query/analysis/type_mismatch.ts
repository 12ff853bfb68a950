/**
 * Messages for comparisons of values of different types.
 * @module
 */

import { isNumber, typeText } from "../plan/types.ts";
import { printExpression } from "../syntax/print_expression.ts";
import type { ComparisonContext, Operand } from "./comparison_sides.ts";
import { SIZE_CLASS_NAMES } from "./size_classes.ts";
import { quote } from "./message_words.ts";

/** Reports that the types of two sides do not fit, and suggests what to write instead. */
export function reportTypeMismatch(
  { binder, fn, node, scope }: ComparisonContext,
  left: Operand,
  right: Operand,
): null {
  const [a, b] = [left.expr, right.expr];
  // Blame the literal rather than the column.
  const [wrong, other] = left.at.node.kind !== "name" && left.expr.op === "constant"
    ? [left, right]
    : [right, left];
  const { suggestion, fix } = repair(wrong, other);
  const message = a.type === b.type
    ? `Cannot compare ${typeText(a.type)} by "${fn}"`
    : `Cannot compare ${describeSide(left, ",")} with ${describeSide(right, "")}`;
  return binder.report("Q206", message, a.type === b.type ? node : wrong.written, scope, { suggestion, fix });
}

function describeSide({ at, expr, written }: Operand, comma: string): string {
  if (at.node.kind === "name") return `${quote(at.node.name)}, which is ${typeText(expr.type)}${comma}`;
  if (at.node.kind === "string") return `the text ${quote(at.node.value)}`;
  return expr.op === "constant" ? printExpression(written, () => "…") : typeText(expr.type);
}

/** Returns a suggestion and a fix for a literal of the wrong type. */
function repair(
  wrong: Operand,
  other: Operand,
): { suggestion?: string; fix?: string } {
  const { node } = wrong.at;
  const direct = node === wrong.written;
  const mean = (text: string): { suggestion: string; fix?: string } => ({
    suggestion: `did you mean ${text}?`,
    ...(direct ? { fix: text } : {}),
  });
  if (node.kind === "string") {
    const text = node.value.trim();
    if (isNumber(other.expr.type) && /^(?:0x[0-9a-f]+|\d[\d_]*(?:\.\d+)?[kKMGTP]?)$/i.test(text)) {
      return mean(text);
    }
    if (other.expr.type === "time" && /^\d+(?::\d\d){1,2}(?:\.\d+)?$|^[\d.]+(?:ns|us|ms|s|m|h)$/.test(text)) {
      return mean(text);
    }
    if (other.expr.type === "bool" && /^(?:true|false)$/i.test(text)) return mean(text.toLowerCase());
    if (isNumber(other.expr.type) && SIZE_CLASS_NAMES.includes(text)) return mean(text);
  }
  if (other.expr.type === "text" && "text" in node && node.kind !== "word") return mean(`"${node.text}"`);
  if (other.expr.type === "time") {
    return { suggestion: "times are written 12:31:05.250, durations 250ms or 3s" };
  }
  if (other.expr.type === "bool" && node.kind === "integer") {
    return mean(node.value === 0n ? "false" : "true");
  }
  if (wrong.expr.type === "time" && isNumber(other.expr.type)) {
    return { suggestion: "expected a number without a unit of time" };
  }
  return { suggestion: `expected ${typeText(other.expr.type)}` };
}
