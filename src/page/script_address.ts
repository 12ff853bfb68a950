/**
 * Addresses of scripts that a page has inside.
 * @module
 */

/** A script that browsers know to be the page's own. */
interface ScriptPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): {
    createScriptURL(url: string): string;
  };
}

let policy: ReturnType<ScriptPolicies["createPolicy"]> | undefined;

/**
 * An address to start a worker from: a page that was opened as a file may start one out of its own memory only, and none
 * from a text that it has not declared to be its own.
 */
export function scriptAddress(program: BlobPart): string {
  const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const { trustedTypes } = globalThis as { trustedTypes?: ScriptPolicies };
  policy ??= trustedTypes?.createPolicy("quarry", { createScriptURL: (own) => own });
  return policy ? policy.createScriptURL(url) : url;
}
