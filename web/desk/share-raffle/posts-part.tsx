import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#src/i18n/languages.ts";
import { PageScript } from "../../page/page-script.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ButtonLink, ScriptButton } from "../../ui/buttons/buttons.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { FormSection } from "../../ui/page-parts.tsx";
import { ShareLinks } from "../../ui/share-links/share-links.tsx";
import script from "./drive-posts.ts?inline-script";
import type { Post } from "./posts.ts";

type PostsPartProps = {
  readonly codeId: string;
  /** That of now first. */
  readonly posts: readonly Post[];
  readonly language: Language;
  readonly hasCertificate: boolean;
  readonly goesOn: boolean;
};

/** What an organiser announces at each stage: texts to change, their pictures, and ways to send them. */
export function PostsPart({ codeId, posts, language, hasCertificate, goesOn }: PostsPartProps) {
  const { t } = useTranslation(["desk", "draws"]);
  const timestamp = useTimestamps();
  const [now, ...others] = posts;
  return (
    <FormSection title={t("share.posts")} hint={t("share.textHint")}>
      <nav aria-label={t("share.textLanguage")}>
        <ul className="share-languages">
          {LANGUAGES.map((each) => (
            <li key={each}>
              <a href={`?text=${each}`} lang={each} aria-current={each === language || undefined}>
                {LANGUAGE_NAMES[each]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {now && (
        <article className="post stack-2">
          <h3>{t(`share.stage.${now.stage}`)}</h3>
          <PostBody codeId={codeId} post={now} language={language} isNow />
        </article>
      )}
      {others.map((post) => (
        <details key={post.stage} className="post">
          <summary>
            {t(`share.stage.${post.stage}`)}
            {post.from && ` · ${t("share.from", timestamp(post.from))}`}
          </summary>
          <PostBody codeId={codeId} post={post} language={language} />
        </details>
      ))}
      {goesOn && <p className="hint">{t("share.goesOn")}</p>}
      {hasCertificate && (
        <p>
          <a href={`/raffle/${codeId}/certificate`}>{t("draws:certificate.get")}</a>
        </p>
      )}
      <PageScript text={script} />
    </FormSection>
  );
}

type PostBodyProps = {
  readonly codeId: string;
  readonly post: Post;
  readonly language: Language;
  readonly isNow?: boolean;
};

/** Without scripts the text can be selected, the ways send the draft, and the picture is a link. */
function PostBody({ codeId, post, language, isNow }: PostBodyProps) {
  const { t } = useTranslation(["desk", "site"]);
  const { stage, text, link, picture } = post;
  const look = isNow ? "primary" : undefined;
  const about = isNow ? undefined : t(`share.stage.${stage}`);
  return (
    <div className="post-body" data-post={link}>
      <img className="post-picture" alt={t("share.pictureAlt")} {...picture} loading="lazy" decoding="async" />
      <div className="stack-2">
        <textarea
          className="input"
          aria-label={`${t("share.textLabel")}: ${t(`share.stage.${stage}`)}`}
          rows={6}
          lang={language}
          defaultValue={text}
        />
        <div className="actions">
          <ScriptButton label={t("site:share.apps")} about={about} look={look} data-send="" hidden />
          <CopyButton says={t("share.copyText")} look={look} text={`${text} ${link}`} />
          <ButtonLink
            label={t("share.pictureFile")}
            about={about}
            href={picture.src}
            download={`${stage}-${codeId}.png`}
          />
        </div>
        <ShareLinks link={link} text={text} />
      </div>
    </div>
  );
}
