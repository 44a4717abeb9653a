import { useTranslation } from "react-i18next";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { PHOTO_LIMITS } from "#src/earning/photos/limits.ts";
import { type PhotoUploadRefusal, uploadPhoto } from "#src/earning/photos/upload-photo.ts";
import { readEntry } from "#src/entries/read.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/pictures/banner-format.ts";
import { FileField, SelectField, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { partOfRaffle } from "../../page/page-meta.ts";
import { photosView } from "../../page/views/photos-view.ts";
import { entrantFor, entryMissing } from "../../requests/entrant.ts";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { uploadOf } from "../../requests/upload.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/photo.route.ts";

export const handle: PageHandle = { forms: true, maxUpload: MAX_BANNER_BYTES };

/** Where an entrant sends a photo that proves a rule. */
export const loader = siteLoader("photos:send.description", async (screen) => {
  const { site, language, params, meta } = screen;
  const { entrant } = await entrantFor(screen);
  const found = await readEntry(site.db, entrant);
  const photos = found && (await photosView(site, found.raffle, entrant, language));
  if (!found || !photos) throw entryMissing(screen);
  return {
    photos,
    raffle: found.raffle.name,
    back: `/raffle-entry/${params.raffleCode}/${encodeURIComponent(params.entryCode ?? "")}`,
    max: MAX_BANNER_BYTES / 1024 / 1024,
    meta: { ...meta, ...partOfRaffle(found.raffle) },
  };
});

export const action = siteAction({
  read: (form) => ({
    ruleId: formText(form, "ruleId"),
    number: formText(form, "number"),
    // A page that solves a puzzle cannot send a file again: what it solved goes on with the form.
    solution: formText(form, "altcha"),
  }),
  change: async (sent): Promise<Outcome<{ readonly is: "sent" | "again" }, PhotoUploadRefusal>> => {
    const { entrant } = await entrantFor(sent);
    const photo = { ...sent.typed, upload: await uploadOf(sent.form, "photo") };
    const uploaded = await uploadPhoto(sent.deps, entrant, photo);
    return uploaded.ok ? accept({ is: uploaded.value.isNew ? "sent" : "again" }) : uploaded;
  },
});

export default function Photo({ loaderData, actionData: result }: Route.ComponentProps) {
  const { photos, raffle, back, max } = loaderData;
  const { t } = useTranslation("photos");
  const refused = result?.refusal ? result : null;
  const sendable = photos.rules.filter(({ canSend }) => canSend);
  const said = photos.rules.filter(({ state }) => state !== "");
  return (
    <>
      <PageHeading title={photos.title} lead={raffle} />
      {result?.done && <Notice kind="success">{t(`send.${result.done.is}`)}</Notice>}
      {said.map(({ id, details, state }) => (
        <Notice key={id} kind="info">
          {`${details}: ${state}`}
        </Notice>
      ))}
      {(sendable.length > 0 || refused) && (
        <RefusableForm
          draft={`photo:${back}`}
          failed={t("send.failed")}
          encType="multipart/form-data"
          refusal={refused?.refusal}
        >
          <FormSection title={sendable.length === 1 ? (sendable[0]?.details ?? "") : photos.title} hint={photos.hint}>
            {sendable.length > 1 ? (
              <SelectField
                name="ruleId"
                label={t("send.rule")}
                options={sendable.map(({ id, details }) => ({ value: id, label: details }))}
                defaultValue={refused?.typed.ruleId || (sendable[0]?.id ?? "")}
              />
            ) : (
              <input type="hidden" name="ruleId" value={sendable[0]?.id ?? refused?.typed.ruleId ?? ""} />
            )}
            {refused && refused.typed.solution !== "" && (
              <input type="hidden" name="altcha" value={refused.typed.solution} data-undrafted="" />
            )}
            <FileField
              name="photo"
              label={t("send.photo")}
              hint={t("send.photoHint", { max })}
              accept="image/jpeg,image/png,image/webp"
            />
            <TextField
              name="number"
              label={t("send.number")}
              hint={t("send.numberHint")}
              maxLength={PHOTO_LIMITS.number}
              defaultValue={refused?.typed.number ?? ""}
              autoComplete="off"
            />
            <Submit label={photos.send} look="primary" intent="send" />
          </FormSection>
        </RefusableForm>
      )}
      <div className="actions">
        <ButtonLink label={t("send.back")} href={back} />
      </div>
    </>
  );
}
