/**
 * What the parser, the printer, help and completion need of a stage. They get the list handed in, so that
 * reading a script needs neither tables nor what runs.
 *
 * @module
 */
import type { ErrorNode, Identifier, Node, StageNode } from "./ast.ts";
import type { ForeignStage, ParseState, StageRule } from "./parse_state.ts";
import type { PartWriter } from "./part_writer.ts";
import type { Token } from "./token.ts";
import type { StageWant } from "./wants.ts";

/** A word of a stage beside its keyword, as completion proposes it. */
export interface StageWord {
  readonly word: string;
  readonly doc: string;
  /** Nothing has to follow it. */
  readonly ends?: true;
}

/** How one stage is written, and the words about it. */
export interface StageSyntax<N extends StageNode = StageNode> extends StageRule {
  readonly keyword: N["keyword"];
  readonly usage: string;
  readonly summary: string;
  /** Queries that work on an mpatrol trace with its profile. */
  readonly examples: readonly string[];
  /** Words of it that completion explains. */
  readonly words?: readonly StageWord[];
  /** Rows after it are known in number, or are those before it: an editor shows no count. */
  readonly hidesRowCount?: true;
  /** The name directly after the keyword is made there. */
  readonly declares?: true;
  parse(state: ParseState, keyword: Token): N | ErrorNode;
  /** The stage as `quarry fmt` writes it. */
  print(node: N, writer: PartWriter): string;
  /** What may stand in the place of a part that is being written after `previous`; any expression, if this is absent. */
  wants?(node: N, part: Node, previous: Token): readonly StageWant[];
  /** Words that may follow a complete part. */
  wordsAfter?(node: N, previous: Token, before: readonly Token[]): readonly string[];
  /** The name under which it keeps the rows. */
  resultName?(node: N): Identifier | null;
}

/** All stages, as the parser sees them. */
export interface StageList {
  /** Keywords in the order of the documentation. */
  readonly keywords: readonly string[];
  /** The stage with this keyword (in lower case). */
  find(keyword: string): StageSyntax | undefined;
  /** The stage that has this name elsewhere. */
  foreign(word: string): ForeignStage | undefined;
}
