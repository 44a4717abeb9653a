import { useTranslation } from "react-i18next";
import { Checkbox } from "./checkbox.tsx";

/** A box beside an access code. Unticked, the browser keeps its access only until it is closed. */
export function TrustBrowser() {
  const { t } = useTranslation("site");
  return <Checkbox name="trust" value="yes" label={t("trust.label")} hint={t("trust.hint")} />;
}
