import { useTranslation } from "react-i18next";
import type { RefusalView } from "../requests/refusals/refusal-view.ts";
import { Notice } from "./notice.tsx";

type RefusalNoticeProps = {
  readonly refusal: Pick<RefusalView, "summary">;
  /** What was refused, where the page has several things to do. */
  readonly of?: string;
};

/** Why something was refused that has no form to mend. */
export function RefusalNotice({ refusal, of }: RefusalNoticeProps) {
  const { t } = useTranslation("messages");
  const reasons = refusal.summary.map(({ key, params }) => t(key, { ...params }));
  return <Notice kind="error">{of ? [of, ...reasons].join(": ") : reasons.join(" ")}</Notice>;
}
