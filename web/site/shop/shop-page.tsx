import { useTranslation } from "react-i18next";
import type { ShopRecord } from "#src/claims/shop/record.ts";
import { PageLinks } from "../../ui/page-links.tsx";
import { Notice } from "../../ui/page-parts.tsx";
import { PastDraw } from "../../ui/past-draw/past-draw.tsx";
import { WinnerSays } from "../../ui/winner-says/winner-says.tsx";
import { RaffleCard } from "../raffle-list/raffle-card.tsx";
import type { Route } from "./+types/shop.route.ts";
import "../raffle-list/raffle-list.css";
import "./shop.css";

type Loaded = Route.ComponentProps["loaderData"];

/** A shop: what can be won there now, what became of what it promised, and what it drew. */
export function ShopPage({ loaderData: { shop, open, record, draws, words, page, more } }: Route.ComponentProps) {
  const { t } = useTranslation("raffles");
  return (
    <article className="shop-page stack-4" style={shop.style}>
      <header className="shop-head">
        {shop.logo && <img {...shop.logo} sizes="6rem" alt="" className="shop-head-logo" />}
        <div>
          <h1>{shop.name}</h1>
          <p>{t("shopPage.by")}</p>
        </div>
      </header>
      {page === 1 && (
        <>
          <section className="stack-2" aria-labelledby="open">
            <h2 id="open">{t("shopPage.open")}</h2>
            {open.length === 0 ? (
              <Notice kind="info">{t("shopPage.none")}</Notice>
            ) : (
              <ul className="raffle-cards">
                {open.map((raffle, index) => (
                  <li key={raffle.codeId}>
                    <RaffleCard raffle={raffle} eager={index === 0} next={index === 0} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          <Record record={record} />
          <Words words={words} />
        </>
      )}
      {draws.length > 0 && (
        <section className="stack-2" aria-labelledby="past">
          <h2 id="past">{t("shopPage.past")}</h2>
          <ul className="stack-2">
            {draws.map((draw) => (
              <PastDraw key={draw.codeId} draw={draw} />
            ))}
          </ul>
        </section>
      )}
      <PageLinks page={page} more={more} />
      <p className="hint">{t("shopPage.account")}</p>
    </article>
  );
}

const REST = ["waiting", "lapsed", "notGiven", "nobody"] as const;

/** What became of the prizes, as it was recorded: what was not handed over is said beside what was. */
function Record({ record }: { readonly record: ShopRecord }) {
  const { t } = useTranslation("raffles");
  const { draws, handedOver, waiting, lapsed } = record;
  const held = handedOver + waiting + lapsed;
  return (
    <section className="stack-2" aria-labelledby="record">
      <h2 id="record">{t("shopPage.record")}</h2>
      {draws === 0 ? (
        <p>{t("shopPage.noDraw")}</p>
      ) : (
        <>
          <p className="shop-record">
            <span>{t("shopPage.draws", { count: draws })}</span>{" "}
            {held > 0 && <span>{t("shopPage.handedOver", { handed: handedOver, count: held })}</span>}
          </p>
          <ul>
            {REST.filter((kind) => record[kind] > 0).map((kind) => (
              <li key={kind}>{t(`shopPage.${kind}`, { count: record[kind] })}</li>
            ))}
          </ul>
          <p className="hint">{t("shopPage.source")}</p>
        </>
      )}
    </section>
  );
}

/** What winners say. They allowed it for this page, and it goes the moment they take it back. */
function Words({ words }: { readonly words: Loaded["words"] }) {
  const { t } = useTranslation("raffles");
  if (words.length === 0) return null;
  return (
    <section className="stack-2" aria-labelledby="words">
      <h2 id="words">{t("shopPage.words")}</h2>
      <ul className="shop-words" data-nosnippet>
        {words.map(({ raffle, ...said }) => (
          <li key={said.claimId}>
            <WinnerSays {...said}>
              #{said.ticket} · <a href={`/raffle/${said.codeId}/draw`}>{raffle}</a>
            </WinnerSays>
          </li>
        ))}
      </ul>
    </section>
  );
}
