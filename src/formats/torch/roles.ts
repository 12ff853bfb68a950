/**
 * The role of each container in a snapshot. It is determined when a list or dictionary begins, from the
 * container around it and the key before it.
 * @module
 */

import { Key, KEY_COUNT, Role, ROLE_COUNT } from "./pickle_layout.ts";

/** Roles of contained lists and dictionaries: by key for dictionaries, under key 0 for the items of lists. */
const CHILDREN: Readonly<Partial<Record<Role, { readonly [key: number]: Role }>>> = {
  [Role.Root]: {
    [Key.segments]: Role.Segments,
    [Key.device_traces]: Role.Traces,
    [Key.allocator_settings]: Role.Settings,
    [Key.external_annotations]: Role.Annotations,
  },
  [Role.Segments]: { 0: Role.Segment },
  [Role.Segment]: { [Key.blocks]: Role.Blocks, [Key.frames]: Role.Frames },
  [Role.Blocks]: { 0: Role.Block },
  [Role.Block]: { [Key.frames]: Role.Frames, [Key.history]: Role.History },
  [Role.History]: { 0: Role.HistoryItem },
  [Role.HistoryItem]: { [Key.frames]: Role.Frames },
  [Role.Frames]: { 0: Role.Frame },
  [Role.Traces]: { 0: Role.Trace },
  [Role.Trace]: { 0: Role.Entry },
  [Role.Entry]: { [Key.frames]: Role.Frames },
  [Role.Annotations]: { 0: Role.Annotation },
};

const LISTS: ReadonlySet<Role> = new Set([
  Role.Segments,
  Role.Blocks,
  Role.History,
  Role.Frames,
  Role.Traces,
  Role.Trace,
  Role.Annotations,
]);

/** Returns the role of a container that begins as an item of a list (key 0) or as the value of a key. */
function childRole(parent: Role, key: number, list: boolean): Role {
  // Settings may have any name.
  if (parent === Role.Settings) return list ? Role.Ignored : Role.Divisions;
  const role = CHILDREN[parent]?.[key] ?? Role.Ignored;
  return LISTS.has(role) === list ? role : Role.Ignored;
}

/**
 * Builds a table of roles by parent, key and whether the container is a list, because the role of every
 * container is looked up.
 */
export function roleTable(): Uint8Array {
  const table = new Uint8Array(ROLE_COUNT * KEY_COUNT * 2);
  for (let at = 0; at < table.length; at++) {
    table[at] = childRole(Math.floor(at / (2 * KEY_COUNT)), (at >>> 1) % KEY_COUNT, (at & 1) === 1);
  }
  return table;
}

/** The role of the items of a list. */
export function itemRole(role: Role): Role {
  return CHILDREN[role]?.[0] ?? Role.Ignored;
}
