import { createTheme, MantineContext, MantineThemeProvider } from "@mantine/core";
import type { ContextType, ReactNode } from "react";

/** Mantine as this product wears it: form fields, large enough for a thumb. Colours come from theme/mantine.css. */
const theme = createTheme({
  fontFamily: "var(--font-text)",
  components: {
    InputBase: { defaultProps: { size: "md" } },
    TextInput: { defaultProps: { size: "md" } },
    NativeSelect: { defaultProps: { size: "md" } },
    Checkbox: { defaultProps: { size: "md" } },
  },
});

const context: ContextType<typeof MantineContext> = {
  colorScheme: "auto",
  setColorScheme: () => undefined,
  clearColorScheme: () => undefined,
  getRootElement: () => document.documentElement,
  classNamesPrefix: "mantine",
  cssVariablesSelector: ":root",
  withStaticClasses: true,
};

/**
 * What Mantine's fields look up from above. In place of MantineProvider, whose variables and colour schemes are
 * theme/mantine.css here: that makes every page with a form 3 KB lighter.
 */
export function FieldTheme({ children }: { readonly children: ReactNode }) {
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
