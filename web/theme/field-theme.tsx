import { createTheme, MantineContext, MantineThemeProvider } from "@mantine/core";
import type { ContextType, ReactNode } from "react";

/** Mantine's form fields in this product's style: large enough for a thumb. Colours come from theme/mantine.css. */
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
 * The context that Mantine's fields read. Replaces MantineProvider, whose variables and colour schemes are in
 * theme/mantine.css. That makes every page with a form 3 KB lighter.
 */
export function FieldTheme({ children }: { readonly children: ReactNode }) {
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
