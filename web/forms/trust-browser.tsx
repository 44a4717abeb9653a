import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** A box beside an access code. Unticked, the browser keeps its access only until it is closed. */
export function TrustBrowser() {
  const { t } = useTranslation("site");
  return <Checkbox size="md" name="trust" value="yes" label={t("trust.label")} description={t("trust.hint")} />;
}
