import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Message } from "#src/base/refusal.ts";
import type { Problem } from "#src/http/problem.ts";
import { Field, fieldAria } from "../../forms/fields.tsx";

export type CodeState = { readonly typed: string; readonly agreed: boolean; readonly fault: Message | null };

type AccessCodeFieldProps = {
  readonly id: string;
  readonly raffleName: string;
  readonly code: ReturnType<typeof useAccessCode>;
  readonly autoFocus: boolean;
};

/** The field for a raffle's access code. Its border turns green once the server accepts the code. */
export function AccessCodeField({ id, raffleName, code, autoFocus }: AccessCodeFieldProps) {
  const { t } = useTranslation(["desk", "messages"]);
  const label = (
    <>
      {t("access.label")}
      <span className="visually-hidden"> {raffleName}</span>
    </>
  );
  const error = code.fault ? t(code.fault.key, { ns: "messages", ...code.fault.params }) : undefined;
  return (
    <div className="access-code" data-agreed={code.agreed}>
      <Field id={id} label={label} error={error}>
        <input
          {...fieldAria(id, undefined, error)}
          ref={code.field}
          className="input"
          type="text"
          name="accessCode"
          value={code.typed}
          onChange={(event) => void code.type(event.currentTarget.value)}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: without scripts the response opens at the field that was refused
          autoFocus={autoFocus}
        />
      </Field>
      <p role="status" className="access-code-agreed">
        {code.agreed && t("access.agreed")}
      </p>
    </div>
  );
}

const LENGTH = 4;

/**
 * A typed access code and the server's answer. The hook asks once the code is long enough, and drops the answer on a
 * change.
 *
 * @param result what became of the form with the field
 * @param stateOf what that says of the code
 */
export function useAccessCode<Result>(
  codeId: string,
  result: Result | null,
  stateOf: (result: Result | null) => CodeState,
) {
  const [state, setState] = useState(() => stateOf(result));
  const [answered, setAnswered] = useState(result);
  const latest = useRef(0);
  const field = useRef<HTMLInputElement>(null);

  // The answer to the card's form replaces the earlier state. Without an answer the state stays.
  if (result && result !== answered) {
    setAnswered(result);
    setState(stateOf(result));
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

/** Puzzles to solve per check: the first one, and another if the cost rises meanwhile. */
const MAX_SOLUTIONS = 2;

/**
 * Asks the server whether this is the raffle's access code, since the page cannot know. Solves a puzzle if the check
 * requires one.
 */
async function checkAccessCode(codeId: string, accessCode: string): Promise<true | Message> {
  const failed: Message = { key: "failed" };
  try {
    let solution = "";
    for (let solutions = 0; ; solutions += 1) {
      const answer = await ask(codeId, accessCode, solution);
      if (answer.ok) return true;
      const { reasons, challenge } = (await answer.json()) as Problem;
      if (!challenge || solutions === MAX_SOLUTIONS) return Object.values(reasons ?? {}).flat()[0] ?? failed;
      const { solvePuzzle } = await import("../../robot-puzzle/solve-puzzle.ts");
      const never = new AbortController().signal;
      ({ altcha: solution } = await solvePuzzle(challenge, { signal: never, onProgress: () => undefined }));
    }
  } catch (error) {
    // Without an answer `fetch` throws a TypeError. Any other error comes from a response that is not ours.
    return error instanceof TypeError ? { key: "codeUnchecked" } : failed;
  }
}

function ask(codeId: string, accessCode: string, solution: string): Promise<Response> {
  return fetch(`/api/raffles/${codeId}/access`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(solution && { "x-altcha": solution }) },
    body: JSON.stringify({ accessCode }),
  });
}
