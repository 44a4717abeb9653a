import { useEffect, useRef, useState } from "react";
import type { Message } from "#src/base/refusal.ts";
import { checkAccessCode } from "./access-check.ts";
import type { AdminResult } from "./admin-raffle-form.ts";

const LENGTH = 4;

type CodeState = { readonly typed: string; readonly agreed: boolean; readonly fault: Message | null };

/**
 * A typed access code and the server's answer. The hook asks once the code is long enough, and drops the answer on a
 * change.
 */
export function useAccessCode(codeId: string, result: AdminResult | null) {
  const [state, setState] = useState(() => codeOf(result));
  const [answered, setAnswered] = useState(result);
  const latest = useRef(0);
  const field = useRef<HTMLInputElement>(null);

  // The answer to the card's form replaces the earlier state. Without an answer the state stays.
  if (result && result !== answered) {
    setAnswered(result);
    setState(codeOf(result));
  }

  async function type(typed: string): Promise<void> {
    latest.current += 1;
    const mine = latest.current;
    setState({ typed, agreed: false, fault: null });
    if (typed.trim().length !== LENGTH) return;
    const answer = await checkAccessCode(codeId, typed);
    // Ignores an outdated answer: the field holds another code by now.
    if (mine === latest.current) setState({ typed, agreed: answer === true, fault: answer === true ? null : answer });
  }

  // Reads a code typed before the scripts loaded, for which there was no event.
  const takeUp = useRef(() => {
    const typed = field.current?.value ?? "";
    if (typed !== state.typed) void type(typed);
  });
  useEffect(() => takeUp.current(), []);
  return { ...state, field, type };
}

function codeOf(result: AdminResult | null): CodeState {
  return {
    typed: result?.done?.is === "renewed" ? result.done.accessCode : (result?.typed.accessCode ?? ""),
    agreed: result?.done != null && result.done.is !== "deleted",
    fault: result?.refusal?.summary[0] ?? null,
  };
}
