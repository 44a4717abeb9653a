import type { PhotosView } from "../../page/views/photos-view.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/page-parts.tsx";

/** What became of the entrant's photos, and the way to where one is sent. The server says all of it. */
export function PhotoPart({ title, hint, send, rules, href }: PhotosView & { readonly href: string }) {
  return (
    <FormSection anchor="photos" title={title} hint={hint}>
      <ul>
        {rules.map(({ id, details, state }) => (
          <li key={id}>{state === "" ? details : `${details}: ${state}`}</li>
        ))}
      </ul>
      {rules.some(({ canSend }) => canSend) && <ButtonLink label={send} href={href} />}
    </FormSection>
  );
}
