import { useTranslation } from "react-i18next";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { partsOfProse } from "#src/base/prose.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/i18n/languages.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { NEWS_LIMITS } from "#src/news/limits.ts";
import { countRecipients, findDraft, listDrafts, listSentNews } from "#src/news/read.ts";
import { textFor } from "#src/news/rules.ts";
import type { NewsText, SentNews } from "#src/news/schema.ts";
import { discardDraft, saveDraft, sendNews, sendTest, stopNews } from "#src/news/send-news.ts";
import { TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { usePageTexts } from "../../page/page-texts.tsx";
import { formText } from "../../requests/form-text.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { toSameScreen } from "../../requests/same-screen.ts";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { FormSection, Notice, RefusalNotice } from "../../ui/page-parts.tsx";
import { When } from "../../ui/when.tsx";
import { adminAction, adminLoader } from "../admin-screen.ts";
import type { Route } from "./+types/admin-news.route.ts";
import { type NewsFormValues, newsIntent, readNewsForm, storedNewsForm } from "./read-news-form.ts";
import "./admin-news.css";

export const handle: PageHandle = { forms: true };

export const loader = adminLoader(async ({ site, url, scope }) => {
  const { config, db, secret } = site;
  const canSend = config.smtp !== undefined;
  const id = url.searchParams.get("draft") ?? "";
  const draft = canSend && isId(id) ? await findDraft(db, scope, id) : null;
  const [drafts, sent] = await Promise.all([listDrafts(db, scope), listSentNews(db, scope)]);
  return {
    /** Without a mail server the page shows no buttons. */
    canSend,
    draft: draft && { id, texts: draft.texts, ...(await countRecipients(db, scope, mailKeys(secret))) },
    values: storedNewsForm(draft?.texts),
    drafts,
    sent,
  };
});

export const action = adminAction({
  read: readNewsForm,
  change: async ({
    deps,
    scope,
    form,
    intent: pressed,
    typed,
  }): Promise<Outcome<Response | "discard" | "stop" | "test" | "send", Refusal<RefusalReason>>> => {
    const id = formText(form, "news");
    const intent = newsIntent(pressed);
    const mails = deps.config.smtp !== undefined;
    if (!mails && intent !== "discard" && intent !== "stop") return refuse({ reason: "mail-off" });
    switch (intent) {
      case "discard":
      case "stop":
      case "test":
      case "send": {
        const done = await {
          discard: () => discardDraft(deps, scope, id),
          stop: () => stopNews(deps, scope, id),
          test: () => sendTest(deps, scope, id),
          send: () => sendNews({ ...deps, keys: mailKeys(deps.secret) }, scope, id),
        }[intent]();
        return done.ok ? accept(intent) : done;
      }
      default: {
        const saved = await saveDraft(deps, scope, id || null, typed);
        // The redirect to a separate URL lets a person reload the page without repeating the action.
        return saved.ok ? accept(toSameScreen(`/admin/news?draft=${saved.value}`)) : saved;
      }
    }
  },
});

/** The screen on which an admin writes, previews and sends news, and sees the results. */
export default function AdminNews({ loaderData, actionData: result }: Route.ComponentProps) {
  const { canSend, draft, values, drafts, sent } = loaderData;
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  const refusal = result?.refusal ?? null;
  const typed = refusal && result?.intent === "save" ? result.typed : null;
  const others = drafts.filter(({ id }) => id !== draft?.id);
  const isOneOnItsWay = sent.some(isOnItsWay);
  return (
    <>
      {result?.done && <Notice kind="success">{t(`news.done.${result.done}`)}</Notice>}
      {refusal && !typed && <RefusalNotice refusal={refusal} of={t("admin.failed")} />}
      {!canSend && <Notice kind="info">{t("news.mailOff")}</Notice>}
      {isOneOnItsWay && <SentNewsList sent={sent} />}
      {draft && !typed && <NewsDraft draft={draft} />}
      {/* Typed text stays on the screen even if the mail server was removed meanwhile. */}
      {(canSend || typed) && <NewsForm id={draft?.id ?? null} values={typed ?? values} refusal={refusal} />}
      {canSend && others.length > 0 && (
        <FormSection title={t("news.drafts")}>
          <ul className="account-list">
            {others.map(({ id, texts, createdAt }) => (
              <li key={id}>
                <a href={`/admin/news?draft=${id}`}>{textFor(texts, language).subject}</a>
                <When at={createdAt} />
              </li>
            ))}
          </ul>
        </FormSection>
      )}
      {!isOneOnItsWay && <SentNewsList sent={sent} />}
    </>
  );
}

const NUMBERS = ["people", "sent", "waiting", "failed", "dropped", "forgotten"] as const;

function SentNewsList({ sent }: { readonly sent: readonly SentNews[] }) {
  const { t } = useTranslation("accounts");
  return (
    <FormSection title={t("news.sentNews")}>
      {sent.length === 0 && <p>{t("news.none")}</p>}
      <ul className="account-list">
        {sent.map((news) => (
          <SentItem key={news.id} news={news} />
        ))}
      </ul>
    </FormSection>
  );
}

function isOnItsWay({ state, waiting }: SentNews): boolean {
  return state === "filling" || (state === "filled" && waiting > 0);
}

function SentItem({ news }: { readonly news: SentNews }) {
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  const { id, texts, actor, state, begunAt, createdAt } = news;
  const { subject } = textFor(texts, language);
  const numbers = NUMBERS.filter((name) => news[name] > 0 || name === "people" || name === "sent");
  return (
    <li>
      <h3>{subject}</h3>
      <p>
        <When at={begunAt ?? createdAt} />
        {" · "}
        {actor}
      </p>
      {state === "stopped" && <p className="chip">{t("news.stopped")}</p>}
      <dl className="account-facts">
        {numbers.map((name) => (
          <Fact key={name} label={t(`news.numbers.${name}`)} value={formatCount(news[name], language)} />
        ))}
      </dl>
      {news.dropped > 0 && <p className="hint">{t("news.notSent")}</p>}
      {isOnItsWay(news) && (
        <form method="post" action="/admin/news">
          <input type="hidden" name="news" value={id} />
          <Submit label={t("news.stop")} intent="stop" aria-label={t("news.stopOf", { subject })} />
        </form>
      )}
    </li>
  );
}

/** A preview of the news, and the buttons that send it: a test first, then to all recipients. */
function NewsDraft({ draft }: { readonly draft: NonNullable<Route.ComponentProps["loaderData"]["draft"]> }) {
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  const { id, texts, own, typed } = draft;
  const number = formatCount(own, language);
  return (
    <FormSection title={t("news.look")} hint={t("news.lookHint")}>
      {LANGUAGES.map((one) => texts[one] && <NewsPreview key={one} language={one} news={texts[one]} />)}
      {LANGUAGES.filter((one) => !texts[one]).map((one) => (
        <p key={one} className="hint">
          {t("news.instead", { language: LANGUAGE_NAMES[one], other: LANGUAGE_NAMES[textFor(texts, one).language] })}
        </p>
      ))}
      {own + typed === 0 && <p>{t("news.nobody")}</p>}
      {own > 0 && <p>{t("news.people", { count: own, number })}</p>}
      {typed > 0 && <p>{t("news.typed", { count: typed, number: formatCount(typed, language) })}</p>}
      <form method="post" action={`/admin/news?draft=${id}`} className="actions">
        <input type="hidden" name="news" value={id} />
        <Submit label={t("news.test")} intent="test" />
        <Submit label={t("news.discard")} intent="discard" />
      </form>
      {own + typed > 0 && (
        <AskedButton
          summary={t("news.send")}
          ask={t("news.sendAsk", { count: own, number })}
          yes={t("news.sendYes")}
          intent="send"
          fields={{ news: id }}
        />
      )}
    </FormSection>
  );
}

function NewsPreview({ language, news }: { readonly language: (typeof LANGUAGES)[number]; readonly news: NewsText }) {
  return (
    <article className="news-preview stack-2">
      <p className="chip">{LANGUAGE_NAMES[language]}</p>
      <h3 lang={language}>{news.subject}</h3>
      <p lang={language} className="lines">
        {partsOfProse(news.text).map(({ at, text, isLink }) =>
          isLink ? (
            <a key={at} href={text}>
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
    </article>
  );
}

// The maxlength of a text, ten times its limit: browsers cut pasted text there. The server refuses text over its limit.
const TEXT_ROOM = 10 * NEWS_LIMITS.text;

type NewsFormProps = {
  readonly id: string | null;
  readonly values: NewsFormValues;
  readonly refusal: RefusalView | null;
};

/** A subject and a text for each language of the news. Saving sends nothing. */
function NewsForm({ id, values, refusal }: NewsFormProps) {
  const { t } = useTranslation("accounts");
  const nameOf = (field: string) => LANGUAGE_NAMES[LANGUAGES.find((one) => field.startsWith(`${one}.`)) ?? "en"];
  return (
    <RefusableForm
      action={id === null ? "/admin/news" : `/admin/news?draft=${id}`}
      draft={`news:${id ?? "new"}`}
      heading={t("admin.failed")}
      refusal={refusal}
      nameOf={nameOf}
    >
      <input type="hidden" name="news" value={id ?? ""} />
      <h2>{t(id === null ? "news.write" : "news.change")}</h2>
      <p className="hint">{t("news.writeHint")}</p>
      {LANGUAGES.map((language) => (
        <FormSection key={language} title={LANGUAGE_NAMES[language]}>
          <TextField
            name={`${language}.subject`}
            label={t("news.subject")}
            maxLength={NEWS_LIMITS.subject}
            defaultValue={values[language].subject}
            autoComplete="off"
          />
          <TextField
            name={`${language}.text`}
            label={t("news.text")}
            maxLength={TEXT_ROOM}
            defaultValue={values[language].text}
            rows={8}
          />
        </FormSection>
      ))}
      <Submit label={t("news.save")} look="primary" intent="save" />
    </RefusableForm>
  );
}
