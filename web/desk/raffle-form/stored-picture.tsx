import type { Shape } from "#src/raffles/pictures/shop-picture.ts";
import { Checkbox } from "../../forms/checkbox.tsx";
import { pictureView } from "../../page/views/picture-view.ts";
import "./stored-picture.css";

type StoredPictureProps = {
  readonly shape: Shape;
  readonly codeId: string;
  readonly mark: string;
  /** Of the tick that takes it away. */
  readonly name: string;
  readonly label: string;
};

/** A picture that a raffle has, and a tick that takes it away. */
export function StoredPicture({ shape, codeId, mark, name, label }: StoredPictureProps) {
  return (
    <div className="stored-picture">
      <img {...pictureView(shape, codeId, mark)} sizes="6rem" alt="" loading="lazy" decoding="async" />
      <Checkbox name={name} label={label} />
    </div>
  );
}
