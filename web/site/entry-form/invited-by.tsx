import { Notice } from "../../ui/page-parts.tsx";

/** What a friend's link carries, and what the page says of it. */
export type Invitation = { readonly token: string; readonly text: string };

/** Says by what a visitor came, and what it means to send the form. The form carries it on. */
export function InvitedBy({ token, text }: Invitation) {
  return (
    <>
      <input type="hidden" name="invitedBy" value={token} />
      <Notice kind="info">{text}</Notice>
    </>
  );
}
