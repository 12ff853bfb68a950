/**
 * What the parser, the printer, help and completion need of a source that begins with a word of its own.
 * @module
 */

import type { Node, SourceNode } from "./ast.ts";
import type { SourceRule } from "./parse_state.ts";
import type { PartWriter } from "./part_writer.ts";
import type { Token } from "./token.ts";
import type { StageWant } from "./wants.ts";

/** How one source is written that begins with a word of its own, and the words about it. */
export interface SourceSyntax<N extends SourceNode = SourceNode> extends SourceRule {
  readonly keyword: N["keyword"];
  readonly usage: string;
  readonly summary: string;
  /** Queries that use it. */
  readonly examples: readonly string[];
  /** What is written first of it. */
  readonly opening: string;
  /** It means something only beside a trace with this table. */
  readonly needsTable?: string;
  /** The source as `quarry fmt` writes it; a word may follow. */
  print(node: N, writer: PartWriter, wordFollows: boolean): string;
  /** What may stand in the place of a part that is being written; any expression, if this is absent. */
  wants?(node: N, part: Node): readonly StageWant[];
  /** Words that may follow a complete part. */
  wordsAfter?(node: N, previous: Token, before: readonly Token[]): readonly string[];
}
