declare module "parse-prometheus-text-format" {
  type Family = {
    readonly name: string;
    readonly type: string;
    readonly metrics: readonly {
      readonly value?: string;
      readonly count?: string;
      readonly labels?: Readonly<Record<string, string>>;
    }[];
  };
  export default function parse(text: string): Family[];
}
