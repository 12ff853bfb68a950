/**
 * Other judges: queries that must agree with each other, for any rows.
 * @module
 */

import type { Session } from "../../src/engine/session.ts";
import type { Random } from "../support/random.ts";
import type { Queries } from "../query/oracle/queries.ts";
import type { Exported } from "./exported.ts";
import { Ground, type Partners } from "./partner_ground.ts";
import { bins, conditional, nested, slices, split, splitGroups } from "./partners_of_groups.ts";
import {
  before,
  bestInOrder,
  choice,
  filterFirst,
  logic,
  membership,
  numbered,
  pieces,
  top,
} from "./partners_of_rows.ts";
import { alive, part, passing, unchanged, weight } from "./partners_of_traces.ts";

const MAKERS: readonly ((ground: Ground) => Partners | undefined)[] = [
  split,
  splitGroups,
  conditional,
  top,
  numbered,
  before,
  bestInOrder,
  pieces,
  filterFirst,
  nested,
  logic,
  choice,
  membership,
  slices,
  bins,
  part,
  alive,
  weight,
  passing,
  unchanged,
];

/** Generates partners over the sources of `queries`. */
export class PartnerMaker {
  readonly #ground: Ground;

  constructor(random: Random, queries: Queries, sources: readonly Exported[], session: Session) {
    this.#ground = new Ground(random, queries, sources, session);
  }

  /** Generates random partners. */
  make(): Partners {
    for (;;) {
      const made = this.#ground.random.pick(MAKERS)(this.#ground);
      if (made) return made;
    }
  }
}
