import { parse } from "@swc/core";

/** What a file of code says of texts: the keys that it asks for, and texts that it has of its own. */
export type CodeTexts = {
  /** The parts of the catalogue that its components take texts from. */
  readonly namespaces: readonly string[];
  /** Keys that must exist, as they are written ("nav.home", "messages:failed"), with the namespace they name. */
  readonly keys: readonly { readonly key: string; readonly namespace?: string }[];
  /** Keys that are put together, as what stands around their parts: `form.${name}Hint` is ["form.", "Hint"]. */
  readonly patterns: readonly { readonly parts: readonly string[]; readonly namespace?: string }[];
  /** Every literal and name of a property: what a key, or a part of one, can come from. */
  readonly words: ReadonlySet<string>;
  /** Texts for people that are in no catalogue. */
  readonly bare: readonly string[];
};

type Node = { readonly type: string; readonly [field: string]: unknown };

const LETTER = /\p{L}/u;

/** What stands where a text could, and is none: the level of a heading. */
const NO_TEXT = /^h[1-6]$/;

/** Attributes and properties of components that people read or hear. */
const READ_ALOUD = new Set(
  "alt aria-description aria-label aria-roledescription aria-valuetext description heading hint label placeholder title".split(
    " ",
  ),
);

/** Properties of the product's refusals that hold the key of a message. */
const MESSAGE_PROPERTIES = new Set(["error", "key", "message"]);

/** A key of a message rather than a column, a code or a sentence. */
const MESSAGE_KEY = /^[a-z]+([A-Z][a-z]*)+$/;

/**
 * Reads a file of code for its texts.
 *
 * @param path decides what the file is: of `src/` are messages' keys, of `web/**.tsx` texts in components
 */
export async function readCodeTexts(path: string, text: string): Promise<CodeTexts> {
  const found = { namespaces: [], keys: [], patterns: [], words: new Set<string>(), bare: [] } as {
    namespaces: string[];
    keys: { key: string; namespace?: string }[];
    patterns: { parts: string[]; namespace?: string }[];
    words: Set<string>;
    bare: string[];
  };
  const isComponent = path.endsWith(".tsx");

  function visit(node: Node): void {
    if (node.type === "StringLiteral" || node.type === "Identifier") found.words.add(String(node.value));
    if (node.type === "CallExpression") visitCall(node);
    if (node.type === "KeyValueProperty" && path.startsWith("src/")) visitProperty(node);
    if (node.type === "JSXAttribute") visitAttribute(node);
    if (isComponent && node.type === "JSXText") bareTextsOf(node);
    if (isComponent && (node.type === "JSXElement" || node.type === "JSXFragment"))
      for (const child of nodesIn(node.children)) if (child.type === "JSXExpressionContainer") bareTextsOf(child);
    for (const child of childrenOf(node)) visit(child);
  }

  function visitCall(node: Node): void {
    const callee = node.callee as Node;
    const [first, second] = nodesIn(node.arguments).map((argument) => (argument.expression ?? argument) as Node);
    if (callee.type !== "Identifier" || !first) return;
    if (callee.value === "useTranslation") found.namespaces.push(...literalsOf(first));
    if (callee.value === "t") addKeys(first, second && literalProperty(second, "ns"));
    if (callee.value === "sentence" && second) {
      const key = literalProperty(second, "key");
      if (key !== undefined) found.keys.push(key.includes(":") ? { key } : { key, namespace: "messages" });
    }
  }

  function visitProperty(node: Node): void {
    const value = node.value as Node;
    const name = String((node.key as Node).value);
    if (MESSAGE_PROPERTIES.has(name) && value.type === "StringLiteral" && MESSAGE_KEY.test(String(value.value)))
      found.keys.push({ key: String(value.value), namespace: "messages" });
    if (name === "key" && value.type === "TemplateLiteral") addKeys(value, "messages");
  }

  function visitAttribute(node: Node): void {
    const name = node.name as Node;
    const value = node.value as Node | null;
    if (!value) return;
    if (name.value === "i18nKey") addKeys((value.expression ?? value) as Node, undefined);
    const label = name.type === "JSXNamespacedName" ? "" : String(name.value);
    if (isComponent && READ_ALOUD.has(label)) bareTextsOf(value);
  }

  function addKeys(node: Node, namespace: string | undefined): void {
    const named = namespace === undefined ? {} : { namespace };
    for (const key of literalsOf(node)) found.keys.push({ key, ...named });
    for (const parts of templatesOf(node)) found.patterns.push({ parts, ...named });
  }

  function bareTextsOf(node: Node): void {
    const texts = node.type === "JSXText" ? [String(node.value)] : [...literalsOf(node), ...templatesOf(node).flat()];
    found.bare.push(...texts.map((part) => part.trim()).filter((part) => LETTER.test(part) && !NO_TEXT.test(part)));
  }

  const module = await parse(text, { syntax: "typescript", tsx: isComponent, target: "es2024" });
  for (const child of nodesIn(module.body)) visit(child);
  return found;
}

/** What an expression can be, as far as it is written out: both sides of a choice. */
function outcomesOf(node: Node): Node[] {
  const parts: Record<string, readonly string[]> = {
    ConditionalExpression: ["consequent", "alternate"],
    BinaryExpression: ["left", "right"],
    ParenthesisExpression: ["expression"],
    JSXExpressionContainer: ["expression"],
    TsAsExpression: ["expression"],
    TsConstAssertion: ["expression"],
  };
  // Of `a === "b"` nothing is shown, and of `a && "b"` only the end.
  const isChoice = ["&&", "||", "??", "+"].includes(String(node.operator));
  if (!parts[node.type] || (node.type === "BinaryExpression" && !isChoice)) return [node];
  return (parts[node.type] ?? []).flatMap((part) => outcomesOf(node[part] as Node));
}

function literalsOf(node: Node): string[] {
  return outcomesOf(node).flatMap((part) => (part.type === "StringLiteral" ? [String(part.value)] : []));
}

function templatesOf(node: Node): string[][] {
  return outcomesOf(node).flatMap((part) =>
    part.type === "TemplateLiteral" ? [nodesIn(part.quasis).map((quasi) => String(quasi.cooked))] : [],
  );
}

function literalProperty(node: Node, name: string): string | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  const property = nodesIn(node.properties).find(
    (candidate) => candidate.type === "KeyValueProperty" && (candidate.key as Node).value === name,
  );
  const value = property?.value as Node | undefined;
  return value?.type === "StringLiteral" ? String(value.value) : undefined;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? nodesIn(value) : isNode(value) ? [value] : []));
}

/** The nodes of a list; arguments of calls and elements of arrays are wrapped once more. */
function nodesIn(list: unknown): Node[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: { expression?: unknown } | null) =>
    isNode(item) ? [item] : isNode(item?.expression) ? [item.expression] : [],
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
