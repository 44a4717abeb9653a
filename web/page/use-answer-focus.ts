import { type RefObject, useEffect, useRef } from "react";
import { isStarted } from "../inline/started.ts";

type FocusProps<Box> = { readonly ref: RefObject<Box | null>; readonly tabIndex: -1; readonly autoFocus: boolean };

/**
 * Moves the focus to an answer: at once where the page came with it, by `autofocus`, else when it appears. React does
 * not move it at its start, when the person may already be elsewhere: the page would jump under their finger.
 *
 * @param answer the answer; each new one moves the focus
 * @param fieldAtFault finds the field of the box's form that takes the focus instead, and has `autoFocus` itself
 * @returns the attributes of the answer's box or heading
 */
export function useAnswerFocus<Box extends HTMLElement>(
  answer: unknown,
  fieldAtFault?: (box: Box | null) => HTMLElement | null | undefined,
): FocusProps<Box> {
  const ref = useRef<Box>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer moves the focus, a new function does not
  useEffect(() => {
    if (isStarted()) (fieldAtFault?.(ref.current) ?? ref.current)?.focus();
  }, [answer]);
  return { ref, tabIndex: -1, autoFocus: !fieldAtFault };
}
