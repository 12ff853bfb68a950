/**
 * What the containers of a snapshot are, and the keys of its dictionaries. A reader knows what a list or dictionary is
 * when it begins: from the container around it and the key before it.
 * @module
 */

/** What a list or dictionary is. */
export enum Role {
  /** Something that nobody needs. */
  Ignored = 0,
  /** The dictionary around everything. */
  Root,
  /** List of segments. */
  Segments,
  /** A segment. */
  Segment,
  /** List of the blocks of a segment. */
  Blocks,
  /** A block. */
  Block,
  /** List of what happened to a block, before 2.1. */
  History,
  /** The latest thing that happened to a block. */
  HistoryItem,
  /** List of frames, innermost first. */
  Frames,
  /** A frame. */
  Frame,
  /** List of the traces of all devices. */
  Traces,
  /** List of the entries of a device. */
  Trace,
  /** An entry. */
  Entry,
  /** Dictionary of settings. */
  Settings,
  /** A dictionary among them. */
  Divisions,
  /** List of annotations. */
  Annotations,
  /** An annotation. */
  Annotation,
}

/** Keys that mean something. */
export const KEYS = [
  "segments",
  "device_traces",
  "allocator_settings",
  "external_annotations",
  "device",
  "address",
  "total_size",
  "allocated_size",
  "active_size",
  "requested_size",
  "stream",
  "segment_type",
  "segment_pool_id",
  "is_expandable",
  "frames",
  "blocks",
  "size",
  "state",
  "history",
  "addr",
  "real_size",
  "name",
  "filename",
  "line",
  "action",
  "time_us",
  "compile_context",
  "user_metadata",
  "pool_id",
  "device_free",
  "stage",
] as const;

/** The number of a key, from 1: its place in `KEYS`. */
type KeyName = typeof KEYS[number];

/** Numbers of keys by name, from 1; 0 is any other text. */
export const Key = Object.fromEntries(KEYS.map((name, at) => [name, at + 1])) as Record<KeyName, number>;

/** What the items of a list are, and whether those are dictionaries; keys of dictionaries, and what their values are. */
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

/** Roles by parent and key, in one table: it is asked for every container. */
const TABLE = new Uint8Array((Role.Annotation + 1) * (KEYS.length + 1));
for (const [parent, children] of Object.entries(CHILDREN)) {
  for (const [key, role] of Object.entries(children!)) {
    TABLE[Number(parent) * (KEYS.length + 1) + Number(key)] = role;
  }
}

/** What a container is that begins as an item of a list (key 0) or as the value of a key. */
export function childRole(parent: Role, key: number, list: boolean): Role {
  // Settings have any names.
  if (parent === Role.Settings) return list ? Role.Ignored : Role.Divisions;
  const role: Role = TABLE[parent * (KEYS.length + 1) + key]!;
  return LISTS.has(role) === list ? role : Role.Ignored;
}

/** What the items of a list of some role are. */
export function itemRole(role: Role): Role {
  return TABLE[role * (KEYS.length + 1)]!;
}
