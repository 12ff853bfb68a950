/**
 * The forms of a point, in words: messages, help and completion read this list.
 * @module
 */

/** One form of what may stand after `@`. */
interface PointForm {
  /** How it is written, without `@`. */
  readonly usage: string;
  /** Which moment it is: the state after the record it names. */
  readonly summary: string;
  /** Written out. */
  readonly example: string;
}

/** All forms, in the order of the documentation. */
export const POINT_FORMS: readonly PointForm[] = [
  { usage: "N", summary: "after the record that the format numbers N (column no)", example: "5000" },
  { usage: "Nk NM NG", summary: "the same in thousands, millions, billions", example: "5M" },
  { usage: "#N", summary: "after the N-th record of the file (column seq)", example: "#812" },
  { usage: "N%", summary: "after this percentage of all records", example: "50%" },
  {
    usage: "HH:MM:SS",
    summary: "the last record up to this time, where records have times",
    example: "12:31:05",
  },
  { usage: "DURATION", summary: "the last record up to this long after the first", example: "250ms" },
  { usage: "start", summary: "before the first record", example: "start" },
  { usage: "end", summary: "after the last record", example: "end" },
  { usage: "peak", summary: "the first record with the most live bytes", example: "peak" },
  { usage: "peak blocks", summary: "the first record with the most live blocks", example: "peak blocks" },
  { usage: "frame N", summary: "the last record of a frame (apitrace)", example: "frame 12" },
  {
    usage: "context NAME",
    summary: "the last record of a context (sp-rtrace)",
    example: "context startup",
  },
];

/** One line for messages. */
export const POINT_HINT = `points: ${POINT_FORMS.map(({ example }) => example).join(" ")}`;
