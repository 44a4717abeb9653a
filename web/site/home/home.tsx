import { useTranslation } from "react-i18next";
import type { CardView } from "../../page/views/raffle-cards.ts";
import { Notice } from "../../ui/notice.tsx";
import { Hero } from "./hero.tsx";
import { HowPoints } from "./how-points.tsx";
import { OpenRaffles } from "./open-raffles.tsx";
import { WhyPennants } from "./why-pennants.tsx";
import "./home.css";

type HomeProps = {
  /** Open raffles, ordered by closing date. */
  readonly raffles: readonly CardView[];
  readonly productName: string;
  readonly operatorEmail: string | null;
};

/** The landing page. */
export function Home({ raffles, productName, operatorEmail }: HomeProps) {
  const { t } = useTranslation("site");
  return (
    <div className="home">
      {/* The page is the same for everybody. A cookie makes it show this to a person who has just signed in. */}
      <div className="for-new-members">
        <Notice kind="success">
          {t("welcome.done")} <a href="/profile">{t("welcome.profile")}</a>
        </Notice>
      </div>
      <Hero next={raffles[0]} operatorEmail={operatorEmail} />
      <OpenRaffles raffles={raffles} />
      <HowPoints />
      <WhyPennants productName={productName} />
    </div>
  );
}
