import type { IConfiguration, IForbiddenRuleType } from "dependency-cruiser";
import { FEATURES, LAYERS } from "./layers.ts";

const TEST_FILES = "[.]test[.]tsx?$";
const READS_AND_WRITES = "^src/.+/(read|write)[.]ts$";
const PURE_FILES = "^src/.+/(schema|rules)[.]ts$";

/** Each rule's comment is the message for the person who broke it. It says what to do instead. */
const rules: IForbiddenRuleType[] = [
  ...layerRules(),
  {
    name: "web-is-built",
    comment: "Nothing in src/ imports web/: Vite builds the pages, and the server loads that build by its path.",
    from: { path: "^src/" },
    to: { path: "^web/" },
  },
  {
    name: "draw-protocol-stands-alone",
    comment:
      "The formats of draws and logs are arithmetic that anyone can repeat: they know src/base and nothing else of the product.",
    from: { path: "^src/(draws/protocol|tlog/format)/", pathNot: TEST_FILES },
    to: { path: "^(src|web)/", pathNot: "^src/(base|draws/protocol|tlog/format)/" },
  },
  {
    name: "no-cycles",
    comment: "Modules that import each other can only be understood together: take out what both need.",
    from: {},
    to: { circular: true },
  },
  {
    name: "product-without-tests",
    comment: "The product imports no tests, scripts or benchmarks.",
    from: { path: "^(src|web)/", pathNot: TEST_FILES },
    to: { path: ["^(tests|scripts|benchmarks)/", TEST_FILES] },
  },
  {
    name: "product-without-dev-dependencies",
    comment: "The product runs after `npm ci --omit=dev`: move the package to dependencies, or do without it.",
    from: { path: "^(src|web)/", pathNot: TEST_FILES },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  },
  {
    name: "faces-without-sql",
    comment: "Pages and API handlers know no SQL: ask a feature's read.ts or write.ts.",
    from: { path: "^(web|src/api)/", pathNot: TEST_FILES },
    to: { path: packages("kysely", "pg") },
  },
  {
    name: "features-without-http-or-react",
    comment: "Features know neither HTTP nor React: return an outcome, and let the page or the API handler render it.",
    from: { path: within(["src/base", "src/config", "src/i18n", "src/db", ...FEATURES]) },
    to: {
      path: packages("hono", "@hono", "react", "react-dom", "react-router", "react-i18next", "@react-router"),
    },
  },
  {
    name: "readers-do-not-write",
    comment: "read.ts only selects, so that whoever holds a reader cannot change anything: it imports no write.ts.",
    from: { path: "^src/.+/read[.]ts$" },
    to: { path: "^src/.+/write[.]ts$" },
  },
  {
    name: "pure-files-without-database",
    comment: "schema.ts and rules.ts know no database, not even its types.",
    from: { path: PURE_FILES },
    to: { path: ["^src/db/", READS_AND_WRITES, packages("kysely", "pg")] },
  },
];

/** A rule for runtime dependencies, direct or through other modules. Types are erased, so type imports are allowed. */
export type ReachRule = {
  readonly name: string;
  readonly comment: string;
  readonly from: RegExp;
  readonly mayNotReach: RegExp;
};

const SERVER_CODE = new RegExp(
  [
    // A feature's limits and what is valid are values, which both sides read.
    "^src/(config|db|jobs|mail|backup|accounts|admin|export|api|server|build|app|demo|cli)/(?!.*(limits|schema)[.]ts$)",
    READS_AND_WRITES,
    packages("kysely", "pg", "pg-boss", "nodemailer", "sharp", "pino"),
    "^node:",
  ].join("|"),
);

/** check-imports.ts checks these itself: dependency-cruiser's reachability does not separate types from code. */
export const reachRules: readonly ReachRule[] = [
  {
    name: "pure-files-run-anywhere",
    comment:
      "schema.ts and rules.ts run in the browser too: nothing that they load may need the server or node: modules.",
    // No browser loads the command line.
    from: new RegExp(PURE_FILES.replace("^src/", "^src/(?!cli/)")),
    mayNotReach: SERVER_CODE,
  },
  {
    name: "components-run-in-the-browser",
    comment:
      "Components, forms and the theme run in the browser: nothing that they load may need the server or node: modules. Read in the route's " +
      "loader, and hand over what is to be shown.",
    from: /^web\/(?!root[.]|entry[.]server|.*[.](test|route)[.])(.*[.]tsx$|ui\/|forms\/|theme\/|entry[.]client)/,
    mayNotReach: SERVER_CODE,
  },
  {
    name: "draw-protocol-runs-anywhere",
    comment:
      "The same code verifies draws on the server, in the browser and in a page without a network: nothing that it " +
      "loads may need node: modules. What is quicker there is handed in.",
    from: /^src\/(draws\/protocol|tlog\/format)\/(?!.*[.]test[.]ts$)/,
    mayNotReach: SERVER_CODE,
  },
];

/** The rules for dependency-cruiser: the layers, and what each kind of file may import. There are no exceptions. */
export const importRules: IConfiguration = {
  forbidden: rules.map((rule) => ({ severity: "error", ...rule })),
  options: {
    // Its default parser is the TypeScript compiler, which since version 7 has no JavaScript API.
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "(^|/)node_modules/" },
    exclude: { path: ["[.]css$", "^build(-before|-dev)?/", "[+]types/"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".json", ".d.ts"],
    },
    skipAnalysisNotInRules: true,
  },
};

/** One rule per folder: it may not import folders in its own row or in rows below. */
function layerRules(): IForbiddenRuleType[] {
  return LAYERS.flatMap((row, index) =>
    row.map((folder) => {
      const above = LAYERS.slice(0, index).flat();
      const forbidden = [...row.filter((sibling) => sibling !== folder), ...LAYERS.slice(index + 1).flat()];
      return {
        name: `layers:${folder}`,
        comment: `${folder} may import only from ${above.length === 0 ? "itself" : above.join(", ")}. Move what is shared to a row above, or pass it in as a parameter.`,
        from: { path: within([folder]) },
        to: { path: forbidden.length === 0 ? "^$" : within(forbidden) },
      };
    }),
  );
}

function within(folders: readonly string[]): string {
  return `^(${folders.join("|")})/`;
}

function packages(...names: string[]): string {
  return `(^|/)node_modules/(@types/)?(${names.join("|")})/`;
}
