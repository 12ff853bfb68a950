/**
 * Resolves the locations of a profile to named frames, for the kernel that writes sample rows.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import { EMPTY_FRAME, type Frame } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { ArenaList } from "../arena_list.ts";
import { type FrameNames, type FunctionAt, nameFrames } from "../../events/code_place.ts";
import type { CodeRange } from "../../events/unnamed_frames.ts";
import type { Mapping, ProfileModel } from "./profile_model.ts";
import { Location } from "./samples_layout.ts";

/** Facts about a profile apart from its samples. */
export interface ProfileFacts {
  /** String index of the default sample type; 0 = the last type is the default. */
  readonly defaultType: number;
  readonly functionAt: FunctionAt | undefined;
  /** Whether addresses are return addresses, not addresses of calls. */
  readonly returns: boolean;
}

/** The string code of a string table index. */
export function codeOf(model: ProfileModel, number: number): number {
  return model.texts[number] ?? 0;
}

/** The locations that samples refer to, in order of first use. */
export class Places {
  /** The locations in the kernel's layout. */
  readonly locations: ArenaList;
  /** Frames of the locations that do not have exactly one frame. */
  readonly frames: ArenaList;
  readonly #sink: TraceSink;
  readonly #model: ProfileModel;
  readonly #about: ProfileFacts;
  readonly #mappings: readonly (readonly [Mapping, number])[];

  /** Allocates in the sink's arena. */
  constructor(sink: TraceSink, model: ProfileModel, about: ProfileFacts) {
    this.#sink = sink;
    this.#model = model;
    this.#about = about;
    this.locations = new ArenaList(sink.arena, Location.Bytes);
    this.frames = new ArenaList(sink.arena, 4);
    // Text profiles do not name the mapping of an address; the last mapping that contains it is used.
    this.#mappings = model.mappings.flatMap((each) =>
      each === undefined || each.file === 0 ? [] : [[each, codeOf(model, each.file)] as const]
    );
  }

  /** Adds a location by its id; returns its number. */
  add(low: number, high: number): number {
    const place = this.#model.locationIds.place(low, high);
    const isUnknown = this.#model.location(place) === undefined;
    const { places, range } = this.#placesOf(place);
    const { stacks, unnamedFrame } = this.#sink;
    const ids = places.map((each) => range && unnamedFrame ? unnamedFrame(each, range) : stacks.frame(each));
    let frame = ids[0]!;
    if (ids.length !== 1) {
      frame = this.frames.length;
      for (const id of ids) this.frames.set(this.frames.add(), 0, id);
    }
    const { func, file, line, addrLow, addrHigh, hasAddr, module } = places[0]!;
    const { locations } = this;
    const location = locations.add();
    locations.set(location, Location.Depth, ids.length);
    locations.set(location, Location.Frame, frame);
    locations.set(location, Location.IsUnknown, isUnknown ? 1 : 0);
    locations.set(location, Location.Func, func);
    locations.set(location, Location.File, file);
    locations.set(location, Location.Line, line);
    locations.setHalves(location, Location.Addr, addrLow, addrHigh);
    locations.set(location, Location.HasAddr, hasAddr ? 1 : 0);
    locations.set(location, Location.Module, module);
    return location;
  }

  /** Returns the frame of a location that is defined and has exactly one frame; otherwise 0. */
  single(location: number): number {
    const { locations } = this;
    const isSingle = locations.word(location, Location.Depth) === 1 &&
      locations.word(location, Location.IsUnknown) === 0;
    return isSingle ? locations.word(location, Location.Frame) : 0;
  }

  /** Frees the memory. */
  close(): void {
    this.locations.close();
    this.frames.close();
  }

  /**
   * Returns the frames of a location, innermost first, and the location of its code if a program can supply
   * names.
   */
  #placesOf(place: number): { readonly places: Frame[]; readonly range?: CodeRange | undefined } {
    const model = this.#model;
    const location = model.location(place);
    if (location === undefined) return { places: [EMPTY_FRAME] };
    const { addrLow, addrHigh, hasAddr } = location;
    const found = this.#mappingOf(location.mapping, addrLow, addrHigh);
    const where = { ...EMPTY_FRAME, module: found?.[1] ?? 0, addrLow, addrHigh, hasAddr };
    if (location.lineCount === 0) {
      const range = found && this.#rangeOf(...found);
      const names = range && this.#names(range, where);
      return { places: names?.map((each) => ({ ...where, ...each })) ?? [where], range };
    }
    const places = Array.from({ length: location.lineCount }, (_, at) => {
      const func = model.func(model.lines.at(location.firstLine + 2 * at) - 1);
      const line = model.lines.at(location.firstLine + 2 * at + 1);
      return {
        ...where,
        func: func === undefined ? 0 : codeOf(model, func.name),
        file: func === undefined ? 0 : codeOf(model, func.file),
        line,
      };
    });
    return { places };
  }

  #mappingOf(number: number, addrLow: number, addrHigh: number): readonly [Mapping, number] | undefined {
    if (number > 0) {
      const mapping = this.#model.mappings[number - 1];
      return mapping && [mapping, codeOf(this.#model, mapping.file)];
    }
    if (!this.#about.returns) return undefined;
    const address = (BigInt(addrHigh) << 32n) | BigInt(addrLow);
    return this.#mappings.findLast(([{ start, end }]) => start <= address && address < end);
  }

  /** Returns the range of addresses of a mapping; undefined if its program is unknown. */
  #rangeOf({ start, end, build }: Mapping, module: number): CodeRange | undefined {
    if (module === 0) return undefined;
    const buildId = this.#sink.strings.text(codeOf(this.#model, build));
    return {
      module,
      from: start,
      to: end,
      toReturn: this.#about.returns ? 0n : 1n,
      ...(buildId === "" ? {} : { buildId }),
    };
  }

  /**
   * Returns the functions and source lines at an address, innermost first, if its program is available and names
   * are not looked up later.
   */
  #names(
    { module, from, to, buildId, toReturn = 0n }: CodeRange,
    { addrLow, addrHigh }: Frame,
  ): readonly FrameNames[] | undefined {
    const { strings } = this.#sink;
    const address = joinHalves(addrLow, addrHigh) + toReturn;
    const place = this.#about.functionAt?.(strings.text(module), from, to, address, false, buildId);
    return place && nameFrames(place, strings);
  }
}
