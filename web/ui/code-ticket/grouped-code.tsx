import { CODE_LENGTHS } from "#src/base/code-formats.ts";

const GROUP = 4;

/**
 * A code of eight characters in two groups, which people read and type with fewer mistakes. Only the space between them
 * is a style: the text stays one word, so that it is copied and searched as one.
 */
export function GroupedCode({ code }: { readonly code: string }) {
  if (code.length !== CODE_LENGTHS.entry) return code;
  return (
    <>
      {code.slice(0, GROUP)}
      <span className="code-group">{code.slice(GROUP)}</span>
    </>
  );
}
