import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  type RawNode,
  type RootOperationNode,
  type SchemableIdentifierNode,
} from "kysely";
import type { Database } from "./connect.ts";

/** Keywords that precede a table's name in raw SQL. */
const NAMES_A_TABLE = /\b(from|join|table)\b/i;

/**
 * A database restricted to these tables. A query of any other table throws before it is sent. So does raw SQL that
 * names a table, even an allowed one.
 *
 * @param tables their SQL names
 */
export function onlyTables(db: Database, tables: readonly string[]): Database {
  return db.withPlugin(tableGuard(new Set(tables)));
}

function tableGuard(allowed: ReadonlySet<string>): KyselyPlugin {
  class Guard extends OperationNodeTransformer {
    override transformSchemableIdentifier(node: SchemableIdentifierNode, queryId?: QueryId): SchemableIdentifierNode {
      const { name } = node.identifier;
      if (!allowed.has(name)) throw new Error(`The table ${name} is out of reach here.`);
      return super.transformSchemableIdentifier(node, queryId);
    }

    override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
      if (NAMES_A_TABLE.test(node.sqlFragments.join(" ")))
        throw new Error("A table named in text is out of reach here.");
      return super.transformRaw(node, queryId);
    }
  }
  const guard = new Guard();
  return {
    transformQuery: ({ node, queryId }): RootOperationNode => guard.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
}
