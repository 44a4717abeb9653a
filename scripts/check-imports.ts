import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { cruise, type ICruiseResult, type IModule } from "dependency-cruiser";
import { importRules, type ReachRule, reachRules } from "./import-rules.ts";

const FOLDERS = ["src", "web", "tests", "scripts", "benchmarks"];

/**
 * Checks every import of the project in `root` against import-rules.ts.
 *
 * @returns one line for each import that breaks a rule, with the sentence that explains the rule
 */
export async function findForbiddenImports(root: string): Promise<string[]> {
  const { options, ...ruleSet } = importRules;
  const { output } = await cruise(
    FOLDERS.filter((folder) => existsSync(join(root, folder))),
    { ...options, ruleSet, validate: true, baseDir: root },
  );
  const { modules, summary } = output as ICruiseResult;
  const explanations = new Map(ruleSet.forbidden?.map((rule) => [rule.name, rule.comment ?? ""]));
  const direct = summary.violations.map(({ from, to, cycle, rule }) =>
    line([from, ...(cycle ?? [{ name: to }]).map((step) => step.name)], explanations.get(rule.name) ?? "", rule.name),
  );
  return [...direct, ...reachRules.flatMap((rule) => findReached(modules, rule))];
}

/** For each module under the rule, the first import path to a forbidden module. */
function findReached(modules: readonly IModule[], rule: ReachRule): string[] {
  const loads = new Map(modules.map((module) => [module.source, loadedBy(module)]));
  return modules
    .filter((module) => rule.from.test(module.source))
    .flatMap(({ source }) => {
      const seen = new Set([source]);
      const paths = [[source]];
      for (const path of paths) {
        for (const next of loads.get(path.at(-1) ?? "") ?? []) {
          if (rule.mayNotReach.test(next)) return [line([...path, next], rule.comment, rule.name)];
          if (!seen.has(next)) paths.push([...path, next]);
          seen.add(next);
        }
      }
      return [];
    });
}

function loadedBy(module: IModule): string[] {
  return module.dependencies
    .filter((dependency) => !dependency.dependencyTypes.some((type) => type === "type-only" || type === "type-import"))
    .map(({ resolved }) => (isBuiltin(resolved) ? `node:${resolved.replace(/^node:/, "")}` : resolved));
}

function line(path: readonly string[], comment: string, rule: string): string {
  return `${path.join(" → ")}: ${comment} (${rule})`;
}
