/**
 * All stages. Parser, printer, help, completion, hover, binder and executor read this list.
 * @module
 */

import type { StageNode } from "../syntax/ast.ts";
import type { ForeignStage } from "../syntax/parse_state.ts";
import type { StageList } from "../syntax/language.ts";
import { asStage } from "./as.ts";
import { by } from "./by.ts";
import { callers } from "./callers.ts";
import { through } from "./through.ts";
import { tree } from "./tree.ts";
import { after, before } from "./context.ts";
import { count } from "./count.ts";
import { distinct } from "./distinct.ts";
import { drop } from "./drop.ts";
import { explain } from "./explain.ts";
import { extend } from "./extend.ts";
import { hist } from "./hist.ts";
import { join } from "./join.ts";
import { match } from "./match.ts";
import { rename } from "./rename.ts";
import { sample, skip, tail, take } from "./row_counts.ts";
import { select } from "./select.ts";
import { sessions } from "./sessions.ts";
import { sort } from "./sort.ts";
import type { QueryStage } from "./stage.ts";
import { summarize } from "./summarize.ts";
import { timeline } from "./timeline.ts";
import { top } from "./top.ts";
import { unwind } from "./unwind.ts";
import { where } from "./where.ts";
import { window } from "./window.ts";

/** All stages, in the order of the documentation. */
export const STAGES: readonly QueryStage[] = [
  where,
  by,
  summarize,
  extend,
  select,
  drop,
  rename,
  sort,
  top,
  take,
  skip,
  tail,
  sample,
  distinct,
  count,
  hist,
  timeline,
  window,
  match,
  sessions,
  join,
  unwind,
  explain,
  asStage,
  before,
  after,
  tree,
  through,
  callers,
];

const BY_KEYWORD: ReadonlyMap<string, QueryStage> = new Map(STAGES.map((stage) => [stage.keyword, stage]));

/** Returns the stage with this keyword (in lower case). */
export function findStage(keyword: string): QueryStage | undefined {
  return BY_KEYWORD.get(keyword);
}

/** Returns the stage of a node. */
export function stageOf(node: StageNode): QueryStage {
  return BY_KEYWORD.get(node.keyword)!;
}

/** Returns the stages that use a word in addition to their keyword, such as `pivot` and `per`. */
export function stagesWithWord(word: string): readonly QueryStage[] {
  return STAGES.filter(({ keyword, usage }) => keyword !== word && usage.split(/[^a-z]+/).includes(word));
}

/** Stages by their names in other languages. */
export const FOREIGN_STAGES: ReadonlyMap<string, ForeignStage> = new Map(
  STAGES.flatMap((stage) => (stage.elsewhere ?? []).map((each) => [each.word, { ...each, stage }])),
);

/** The stages in the form that the parser needs. */
export const STAGE_LIST: StageList = {
  keywords: STAGES.map(({ keyword }) => keyword),
  find: findStage,
  foreign: (word) => FOREIGN_STAGES.get(word),
};
