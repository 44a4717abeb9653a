import { FormSection } from "../../ui/page-parts.tsx";

/** All of it as the server says it, so that the page's script carries no words of it. */
export type InviteView = {
  readonly title: string;
  /** How many count at most, how many came by the link, and what became of them. */
  readonly hint: string;
  readonly link: string;
  readonly copy: string;
  readonly copied: string;
};

/** The entrant's own link, by which others join. The small script of every page copies it. */
export function InvitePart({ title, hint, link, copy, copied }: InviteView) {
  return (
    <FormSection anchor="invite" title={title} hint={hint}>
      <a href={link}>{link}</a>
      <button type="button" className="button needs-script" data-copy={link} data-copied={copied}>
        {copy}
      </button>
    </FormSection>
  );
}
