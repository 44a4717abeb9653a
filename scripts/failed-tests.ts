/** The parts of Vitest's JSON report that name what failed. */
export type UnitResults = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
};

/** The parts of Playwright's JSON report that name what failed. Suites contain suites. */
export type BrowserResults = { readonly suites: readonly BrowserSuite[] };

type BrowserSuite = {
  readonly file: string;
  readonly suites?: readonly BrowserSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
};

/** The most characters of an error message: the end of a long log must hold all of them. */
const MAX_MESSAGE = 1_500;

/** One text for each failed test file or test in Vitest's report: file, name and error. */
export function failedUnitTests({ testResults }: UnitResults): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file that failed before its first test has only a message of its own.
    if (failed.length === 0) return status === "failed" ? [described(name, "the file", [message])] : [];
    return failed.map((test) => described(name, test.fullName, test.failureMessages ?? []));
  });
}

/** One text for each failed test in Playwright's report: file, name, project and error. */
export function failedBrowserTests({ suites }: BrowserResults): string[] {
  return suites.flatMap((suite) => [
    ...failedBrowserTests({ suites: suite.suites ?? [] }),
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ projectName, results }) => {
          const messages = results.flatMap(({ errors }) => errors.map(({ message = "" }) => message));
          return described(suite.file, `${title} (${projectName})`, messages);
        }),
    ),
  ]);
}

function described(file: string, name: string, messages: readonly string[]): string {
  return `${file} › ${name}\n${messages.join("\n").slice(0, MAX_MESSAGE)}`;
}
