import "../../ui/standing/standing.css";

type EntryFactsProps = {
  readonly entryCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly standing: { readonly state: string; readonly text: string };
};

/** By what a counter knows who stands there: name, code, masked contact, and whether the entry is in the draw. */
export function EntryFacts({ entryCode, firstName, lastName, phone, email, standing }: EntryFactsProps) {
  return (
    <>
      <h2>{`${firstName} ${lastName}`}</h2>
      <p>
        <strong>{entryCode}</strong>
      </p>
      <p>{[phone, email].filter((contact) => contact !== "").join(" · ")}</p>
      <p className={standing.state === "in" ? "is-valid" : "is-invalid"}>{standing.text}</p>
    </>
  );
}
