import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../../ui/page-parts.tsx";
import { type PushState, readPushState, turnPushOff, turnPushOn } from "./push-browser.ts";

type PushSwitchProps = {
  readonly codeId: string;
  readonly entryCode: string;
  /** The site's public key for push services. */
  readonly pushKey: string;
};

/** Lets this browser show a message before the draw and after it. Nothing is shown where no browser could do it. */
export function PushSwitch({ codeId, entryCode, pushKey }: PushSwitchProps) {
  const { t } = useTranslation("entries");
  const [state, setState] = useState<PushState>("unable");
  const [work, setWork] = useState<"" | "working" | "failed">("");
  useEffect(() => {
    readPushState({ codeId, entryCode }).then(setState, () => setState("unable"));
  }, [codeId, entryCode]);
  if (state === "unable") return null;
  const press = async () => {
    setWork("working");
    const place = { codeId, entryCode };
    const became = state === "on" ? await turnPushOff(place) : await turnPushOn(place, pushKey);
    if (became !== "failed") setState(became);
    setWork(became === "failed" ? "failed" : "");
  };
  return (
    <FormSection title={t("push.heading")}>
      <p role="status">{t(work === "" ? textOf(state) : `push.${work}`)}</p>
      {(state === "off" || state === "on") && (
        <button type="button" className="button" onClick={press} aria-disabled={work === "working"}>
          {t(state === "on" ? "push.turnOff" : "push.turnOn")}
        </button>
      )}
    </FormSection>
  );
}

function textOf(state: Exclude<PushState, "unable">) {
  return state === "on-home-screen-only" ? ("push.ios" as const) : (`push.${state}` as const);
}
