import { useTranslation } from "react-i18next";
import { SCENES, type SceneKind, type ShowWords } from "./scene.ts";

/** The texts of a stage in the page's language. */
export function useShowWords(): ShowWords {
  const { t } = useTranslation("draws");
  const raw = { skipInterpolation: true };
  const byKind = (textOf: (kind: SceneKind) => string) =>
    Object.fromEntries(SCENES.map((kind) => [kind, textOf(kind)])) as Record<SceneKind, string>;
  return {
    title: byKind((kind) => t(`live.title.${kind}`, raw)),
    text: byKind((kind) => t(`live.text.${kind}`, raw)),
    until: { open: t("live.until.open"), checking: t("live.until.checking"), locked: t("live.until.locked") },
    days: t("live.days", raw),
    noName: t("live.noName"),
    nobody: t("result.nobody"),
    more: t("live.more", raw),
  };
}
