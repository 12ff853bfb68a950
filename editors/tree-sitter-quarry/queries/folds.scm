; Made by deno task editors.
[(pipeline) (let_statement) (list)] @fold
