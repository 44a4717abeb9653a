import { createTheme } from "@mantine/core";

/** Mantine as this product wears it: form fields, large enough for a thumb. Colours come from theme/mantine.css. */
export const theme = createTheme({
  fontFamily: "var(--font-text)",
  respectReducedMotion: true,
  components: {
    TextInput: { defaultProps: { size: "md" } },
    Textarea: { defaultProps: { size: "md" } },
    NativeSelect: { defaultProps: { size: "md" } },
    Checkbox: { defaultProps: { size: "md" } },
  },
});
