import type { SummaryView } from "../../views/raffle-view.ts";
import { Hero } from "./hero.tsx";
import { HowPoints } from "./how-points.tsx";
import { OpenRaffles } from "./open-raffles.tsx";
import { WhyPennants } from "./why-pennants.tsx";
import "./home.css";

type HomeProps = {
  /** Open raffles, the soonest to close first. */
  readonly raffles: readonly SummaryView[];
  readonly productName: string;
  readonly operatorEmail: string | null;
};

/** The landing page. */
export function Home({ raffles, productName, operatorEmail }: HomeProps) {
  return (
    <div className="home">
      <Hero next={raffles[0]} operatorEmail={operatorEmail} />
      <OpenRaffles raffles={raffles} />
      <HowPoints />
      <WhyPennants productName={productName} />
    </div>
  );
}
