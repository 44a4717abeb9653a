import { createContext, type ReactNode, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldMessages } from "#src/base/refusal.ts";

const FormErrors = createContext<FieldMessages>({});

/** Provides the errors to all fields below. */
export function FormErrorsProvider({ errors, children }: { errors: FieldMessages; children: ReactNode }) {
  return <FormErrors.Provider value={errors}>{children}</FormErrors.Provider>;
}

/** The id of a field's input, so that messages elsewhere can link to it. */
export function fieldId(name: string): string {
  return `field-${name.replaceAll(".", "-")}`;
}

/** Whether a refusal's field is one that people see: the form's version is hidden, and "" means the whole body. */
export function isShownField(name: string): boolean {
  return name !== "version" && name !== "";
}

/** Whether only one field is at fault: it takes the focus itself. Otherwise the summary does, which lists them all. */
export function isOnlyFault(errors: FieldMessages): boolean {
  const [first, ...more] = Object.keys(errors);
  return first !== undefined && more.length === 0 && isShownField(first);
}

/** Whether one of these fields was refused. */
export function useAnyError(names: readonly string[]): boolean {
  const errors = useContext(FormErrors);
  return names.some((name) => name in errors);
}

/** A field's error state: its messages until the field changes, whether it takes the focus, and what notes a change. */
export function useFieldError(name: string): {
  readonly error: string | undefined;
  readonly takesFocus: boolean;
  readonly onChange: () => void;
} {
  const { t } = useTranslation("messages");
  const errors = useContext(FormErrors);
  const [mended, setMended] = useState<FieldMessages | null>(null);
  const sentences =
    mended === errors ? [] : (errors[name] ?? []).map((message) => t(message.key, { ...message.params }));
  return {
    error: sentences.join(" ") || undefined,
    takesFocus: isOnlyFault(errors) && name in errors,
    onChange: () => {
      if (errors[name]) setMended(errors);
    },
  };
}
