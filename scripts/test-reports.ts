/** The parts of Vitest's JSON report that we read. */
export type UnitReport = Readonly<
  Record<"numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests", number>
> & {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
};

/** The parts of Playwright's JSON report that we read. Suites contain suites. */
export type BrowserReport = {
  readonly stats: Readonly<Record<"expected" | "unexpected" | "flaky" | "skipped", number>>;
  readonly suites: readonly BrowserSuite[];
};

type BrowserSuite = {
  readonly file: string;
  readonly suites?: readonly BrowserSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly duration: number; readonly errors: readonly { message?: string }[] }[];
    }[];
  }[];
};

/** What one run of a test runner found. */
export type Results = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** One text for each failed test: file, name and error. */
  readonly failures: readonly string[];
  /** How long each file took, in milliseconds. */
  readonly files: readonly { readonly name: string; readonly tookMs: number }[];
};

/** The most characters of an error message: the end of a long log must hold all of them. */
const MAX_MESSAGE = 1_500;

/** Reads Vitest's report. */
export function unitResults(report: UnitReport): Results {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: failedUnitTests(report),
    files: report.testResults.map(({ name, startTime, endTime }) => ({ name, tookMs: endTime - startTime })),
  };
}

/** Reads Playwright's report. */
export function browserResults(report: BrowserReport): Results {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    failures: failedBrowserTests(report.suites),
    files: report.suites.map((suite) => ({ name: `tests/e2e/${suite.file}`, tookMs: durationOf(suite) })),
  };
}

function failedUnitTests({ testResults }: UnitReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file that failed before its first test has only a message of its own.
    if (failed.length === 0) return status === "failed" ? [described(name, "the file", [message])] : [];
    return failed.map((test) => described(name, test.fullName, test.failureMessages ?? []));
  });
}

function failedBrowserTests(suites: readonly BrowserSuite[]): string[] {
  return suites.flatMap((suite) => [
    ...failedBrowserTests(suite.suites ?? []),
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

function durationOf({ suites = [], specs = [] }: BrowserSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  return [...suites.map(durationOf), ...results.map(({ duration }) => duration)].reduce((all, one) => all + one, 0);
}

function described(file: string, name: string, messages: readonly string[]): string {
  return `${file} › ${name}\n${messages.join("\n").slice(0, MAX_MESSAGE)}`;
}
