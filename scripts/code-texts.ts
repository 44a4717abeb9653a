import { parse } from "@swc/core";

/** The texts in a code file: the keys that it uses, and texts of its own. */
export type CodeTexts = {
  /** The catalogue namespaces that its components use. */
  readonly namespaces: readonly string[];
  /** Keys of refusals that no type covers, because zod takes any string: they must exist in `messages`. */
  readonly messages: readonly string[];
  /** Keys built from parts, as their fixed parts: `form.${name}Hint` is ["form.", "Hint"]. */
  readonly patterns: readonly (readonly string[])[];
  /** Every literal and property name, because a key or a part of one can come from it. */
  readonly words: ReadonlySet<string>;
  /** Texts for people that are in no catalogue. */
  readonly bare: readonly string[];
};

type Node = { readonly type: string; readonly [field: string]: unknown };

const LETTER = /\p{L}/u;

/** Values in a text's place that are no text: the level of a heading. */
const NO_TEXT = /^h[1-6]$/;

/** Attributes and properties of components that people read or hear. */
const READ_ALOUD = new Set(
  "alt aria-description aria-label aria-roledescription aria-valuetext description heading hint label placeholder title".split(
    " ",
  ),
);

/** Properties of zod's checks that hold a message key. */
const MESSAGE_PROPERTIES = new Set(["error", "message"]);

/** The form of a message key, unlike a column, a code or a sentence. */
const MESSAGE_KEY = /^[a-z]+([A-Z][a-z]*)+$/;

/**
 * Reads the texts of a code file.
 *
 * @param path decides the kind of file: `src/` has message keys, `web/**.tsx` has texts in components
 */
export async function readCodeTexts(path: string, text: string): Promise<CodeTexts> {
  const found = { namespaces: [], messages: [], patterns: [], words: new Set<string>(), bare: [] } as {
    namespaces: string[];
    messages: string[];
    patterns: string[][];
    words: Set<string>;
    bare: string[];
  };
  const isComponent = path.endsWith(".tsx");

  function visit(node: Node): void {
    if (node.type === "StringLiteral" || node.type === "Identifier") found.words.add(String(node.value));
    if (node.type === "CallExpression") visitCall(node);
    if (node.type === "TemplateLiteral") found.patterns.push(partsOf(node));
    if (node.type === "KeyValueProperty" && path.startsWith("src/")) visitProperty(node);
    if (node.type === "JSXAttribute") visitAttribute(node);
    if (isComponent && node.type === "JSXText") bareTextsOf(node);
    if (isComponent && (node.type === "JSXElement" || node.type === "JSXFragment"))
      for (const child of nodesIn(node.children)) if (child.type === "JSXExpressionContainer") bareTextsOf(child);
    for (const child of childrenOf(node)) visit(child);
  }

  function visitCall(node: Node): void {
    const callee = node.callee as Node;
    const [first] = nodesIn(node.arguments).map((argument) => (argument.expression ?? argument) as Node);
    if (callee.type === "Identifier" && callee.value === "useTranslation" && first)
      found.namespaces.push(...literalsOf(first));
  }

  function visitProperty(node: Node): void {
    const value = node.value as Node;
    const name = String((node.key as Node).value);
    if (MESSAGE_PROPERTIES.has(name) && value.type === "StringLiteral" && MESSAGE_KEY.test(String(value.value)))
      found.messages.push(String(value.value));
  }

  function visitAttribute(node: Node): void {
    const name = node.name as Node;
    const value = node.value as Node | null;
    if (!value) return;
    const label = name.type === "JSXNamespacedName" ? "" : String(name.value);
    if (isComponent && READ_ALOUD.has(label)) bareTextsOf(value);
  }

  function bareTextsOf(node: Node): void {
    const texts = node.type === "JSXText" ? [String(node.value)] : [...literalsOf(node), ...templatesOf(node).flat()];
    found.bare.push(...texts.map((part) => part.trim()).filter((part) => LETTER.test(part) && !NO_TEXT.test(part)));
  }

  const module = await parse(text, { syntax: "typescript", tsx: isComponent, target: "es2024" });
  for (const child of nodesIn(module.body)) visit(child);
  return found;
}

/** The possible values of an expression, where the code spells them out: both sides of a choice. */
function outcomesOf(node: Node): Node[] {
  const parts: Record<string, readonly string[]> = {
    ConditionalExpression: ["consequent", "alternate"],
    BinaryExpression: ["left", "right"],
    ParenthesisExpression: ["expression"],
    JSXExpressionContainer: ["expression"],
    TsAsExpression: ["expression"],
    TsConstAssertion: ["expression"],
  };
  // `a === "b"` shows no text, and `a && "b"` only its right side.
  const isChoice = ["&&", "||", "??", "+"].includes(String(node.operator));
  if (!parts[node.type] || (node.type === "BinaryExpression" && !isChoice)) return [node];
  return (parts[node.type] ?? []).flatMap((part) => outcomesOf(node[part] as Node));
}

function literalsOf(node: Node): string[] {
  return outcomesOf(node).flatMap((part) => (part.type === "StringLiteral" ? [String(part.value)] : []));
}

function templatesOf(node: Node): string[][] {
  return outcomesOf(node).flatMap((part) => (part.type === "TemplateLiteral" ? [partsOf(part)] : []));
}

function partsOf(template: Node): string[] {
  return nodesIn(template.quasis).map((quasi) => String(quasi.cooked));
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? nodesIn(value) : isNode(value) ? [value] : []));
}

/** The nodes of a list. Call arguments and array elements have one more wrapper. */
function nodesIn(list: unknown): Node[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: { expression?: unknown } | null) =>
    isNode(item) ? [item] : isNode(item?.expression) ? [item.expression] : [],
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
