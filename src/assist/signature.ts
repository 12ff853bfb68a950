/**
 * Signature help: the syntax of the call, definition or stage around the caret.
 * @module
 */

import { findAggregate } from "../query/aggregates/registry.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { findFunction } from "../query/functions/registry.ts";
import { parseScript } from "../language/script.ts";
import { findStage } from "../query/stages/registry.ts";
import type { LetStatement } from "../query/syntax/ast.ts";
import { isPunctuation, type Token } from "../query/syntax/token.ts";
import { findWindowFunction } from "../query/windows/registry.ts";
import { partAt } from "./analysis.ts";
import type { Signature, SignatureParameter } from "./answers.ts";

/** The syntax of the call or stage around an offset; null outside any. */
export function signatureHelp(text: string, offset: number, environment: Environment): Signature | null {
  const part = partAt(text, offset);
  const { tokens } = parseScript(text.slice(part.start, offset));
  const last = tokens.at(-1);
  if (last?.kind === "comment") return null;
  const open = openBrackets(tokens);
  for (let at = open.length - 1; at >= 0; at--) {
    const { bracket, before, commas } = open[at]!;
    if (bracket.text !== "(" || before?.role !== "function" || before.span.end !== bracket.span.start) {
      continue;
    }
    const signature = callSignature(before.name, commas, text, environment);
    if (signature !== null) return signature;
  }
  return stageSignature(tokens, open.length > 0 ? open.at(-1)!.bracket.span.start : -1);
}

interface OpenBracket {
  readonly bracket: Token;
  /** The token directly before the current one. */
  readonly before: Token | null;
  commas: number;
}

/** Brackets open at the end of the text, innermost last. */
function openBrackets(tokens: readonly Token[]): OpenBracket[] {
  const open: OpenBracket[] = [];
  let before: Token | null = null;
  for (const token of tokens) {
    if (token.kind === "space" || token.kind === "comment") continue;
    if (isPunctuation(token, ";")) open.length = 0;
    else if (token.kind === "punctuation" && "([{".includes(token.text)) {
      open.push({ bracket: token, before, commas: 0 });
    } else if (token.kind === "punctuation" && ")]}".includes(token.text)) open.pop();
    else if (isPunctuation(token, ",")) {
      const innermost = open.at(-1);
      if (innermost !== undefined) innermost.commas++;
    }
    before = token;
  }
  return open;
}

function callSignature(
  name: string,
  commas: number,
  text: string,
  environment: Environment,
): Signature | null {
  const aggregate = findAggregate(name);
  const fn = findFunction(name);
  // With a second argument, min and max are functions.
  const known = fn !== undefined && (aggregate === undefined || commas > 0)
    ? fn
    : aggregate ?? findWindowFunction(name);
  if (known !== undefined) {
    const { usage, summary, examples, parameters } = known;
    return { name, usage, doc: summary, examples, ...placed(usage, parameters, commas) };
  }
  const definition = letNamed(name, text) ?? environment.lets.get(name)?.node;
  if (definition === undefined || definition.params.length === 0) return null;
  const parameters = definition.params.map((param) => param.name);
  const usage = `${name}(${parameters.join(", ")})`;
  return { name, usage, doc: "Definition", examples: [], ...placed(usage, parameters, commas) };
}

function letNamed(name: string, text: string): LetStatement | undefined {
  return parseScript(text).script.statements
    .findLast((each): each is LetStatement => each.kind === "let" && each.name.name === name);
}

/** Parameters with their positions in the usage. */
function placed(
  usage: string,
  names: readonly string[],
  commas: number,
): { parameters: SignatureParameter[]; active: number } {
  let from = usage.indexOf("(") + 1;
  const parameters = names.map((label): SignatureParameter => {
    const written = label.replace(/[?…]$/, "");
    const found = usage.indexOf(written, from);
    const start = found < 0 ? from : found;
    const end = found < 0 ? from : found + written.length;
    from = end;
    return { label, span: { start, end } };
  });
  const last = names.at(-1);
  const active = last?.endsWith("…")
    ? Math.min(commas, names.length - 1)
    : commas < names.length
    ? commas
    : -1;
  return { parameters, active };
}

/** The stage at the end of the text, if the caret is after its keyword. */
function stageSignature(tokens: readonly Token[], after: number): Signature | null {
  let depth = 0;
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at]!;
    if (token.span.start <= after) break;
    if (token.kind === "punctuation") {
      if (")]}".includes(token.text)) depth++;
      else if ("([{".includes(token.text)) depth--;
      else if (depth === 0 && (token.text === "|" || token.text === ";")) return null;
    }
    if (token.role !== "stage" || depth !== 0) continue;
    // Directly after the keyword, the user is still choosing it.
    if (at === tokens.length - 1) return null;
    const stage = findStage(token.word);
    if (stage === undefined) return null;
    const { keyword, usage, summary, examples } = stage;
    return { name: keyword, usage, doc: summary, parameters: [], active: -1, examples };
  }
  return null;
}
