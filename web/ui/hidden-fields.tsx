type HiddenFieldsProps = { readonly fields: Readonly<Record<string, string | number>> };

export function HiddenFields({ fields }: HiddenFieldsProps) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
