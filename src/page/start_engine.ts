/**
 * The program of the worker in which a page without a server has its engine.
 * @module
 */

import type { MessageEndpoint } from "../worker/connection.ts";
import { PageEngine } from "./engine.ts";

new PageEngine(globalThis as unknown as MessageEndpoint);
