/**
 * Limits of what clients may send to the servers: to the workbench over a network, and to those for editors and
 * assistants over standard input.
 * @module
 */

import type { Limit } from "./limit.ts";

/** Limits of requests and connections. */
export const SERVE_LIMITS = {
  connections: {
    what: "simultaneous connections to the workbench",
    most: 100,
    beyond: "the one without a request for the longest time is closed, those without the token first",
  },
  requestHead: {
    what: "in the first line and the headers of a request to the workbench",
    most: 1 << 15,
    unit: "bytes",
    beyond: "it is refused",
  },
  requestBytes: {
    what: "in a request to the workbench",
    most: 1 << 20,
    unit: "bytes",
    beyond: "it is refused",
    cure: "put a long script into a file, and run it with quarry query -f",
  },
  uploadBytes: {
    what: "in files that pages have sent to the workbench and that are not open yet",
    most: 2 ** 30,
    unit: "bytes",
    beyond: "the file is refused",
    cure: "name the file when you start quarry serve",
  },
  requestSeconds: {
    what: "seconds within which a request to the workbench, once begun, must arrive",
    most: 10,
    beyond: "the connection is closed",
  },
  idleSeconds: {
    what: "seconds that a connection to the workbench stays open without a request",
    most: 60,
    beyond: "it is closed, and a browser opens a new one",
  },
  unreadSeconds: {
    what: "seconds for which a browser may leave what the workbench sends unread",
    most: 60,
    beyond: "the connection is closed, and its query ends",
  },
  sentSource: {
    what: "in a source file that the workbench shows",
    most: 1 << 24,
    unit: "bytes",
    beyond: "it is not shown",
  },
  editorMessage: {
    what: "in one message of an editor",
    most: 64 << 20,
    unit: "bytes",
    beyond: "it is ignored, and noted in the log of the editor",
  },
  editorText: {
    what: "characters of a document that an editor has open",
    most: 2_000_000,
    beyond: "it is not checked, as a diagnostic explains",
    cure: "split it into files, and share definitions with use",
  },
  messageBytes: {
    what: "in one message of an assistant",
    most: 10 << 20,
    unit: "bytes",
    beyond: "it is answered with an error",
    cure: "name a file instead of sending it",
  },
} as const satisfies Record<string, Limit>;
