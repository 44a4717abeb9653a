import { useEffect, useRef, useState } from "react";
import type { Message } from "#src/base/refusal.ts";
import { checkAccessCode } from "../../views/access-check.ts";

const LENGTH = 4;

/** A typed access code and what the server thinks of it: asked as soon as it is long enough, forgotten when it changes. */
export function useAccessCode(codeId: string, initial: { typed: string; agreed: boolean; fault: Message | null }) {
  const [state, setState] = useState(initial);
  const latest = useRef(0);
  const field = useRef<HTMLInputElement>(null);

  async function type(typed: string): Promise<void> {
    latest.current += 1;
    const mine = latest.current;
    setState({ typed, agreed: false, fault: null });
    if (typed.trim().length !== LENGTH) return;
    const answer = await checkAccessCode(codeId, typed);
    // An answer to what stands there no longer says nothing.
    if (mine === latest.current) setState({ typed, agreed: answer === true, fault: answer === true ? null : answer });
  }

  // What was typed before the scripts had come: no event told of it.
  const takeUp = useRef(() => {
    const typed = field.current?.value ?? "";
    if (typed !== initial.typed) void type(typed);
  });
  useEffect(() => takeUp.current(), []);
  return { ...state, field, type };
}
