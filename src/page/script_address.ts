/**
 * Creates addresses of scripts that are part of a page.
 * @module
 */

/** Declares a script as the page's own, for browsers that require this. */
interface ScriptPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): {
    createScriptURL(url: string): string;
  };
}

let policy: ReturnType<ScriptPolicies["createPolicy"]> | undefined;

/**
 * An address from which a worker can be started. A page that was opened as a file may only start workers from
 * its own memory, and only from texts that it has declared as its own.
 */
export function scriptAddress(program: BlobPart): string {
  const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const { trustedTypes } = globalThis as { trustedTypes?: ScriptPolicies };
  policy ??= trustedTypes?.createPolicy("quarry", { createScriptURL: (own) => own });
  return policy ? policy.createScriptURL(url) : url;
}
