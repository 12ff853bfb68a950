/**
 * The program of the worker in which a page without a server has its engine.
 * @module
 */

import { PageEngine } from "./engine.ts";
import type { ToEngine } from "./messages.ts";

const engine = new PageEngine(globalThis as unknown as ConstructorParameters<typeof PageEngine>[0]);
addEventListener("message", (event) => void engine.hear((event as MessageEvent<ToEngine>).data));
