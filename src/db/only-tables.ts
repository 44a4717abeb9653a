import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  RawNode,
  type RootOperationNode,
  type SchemableIdentifierNode,
} from "kysely";
import type { Database } from "./connect.ts";

/**
 * A database of which nothing but these tables can be asked: every other query throws before it is sent. SQL that is
 * written as text inside a query is not looked into; a query that is nothing but text is refused.
 *
 * @param tables by their names in SQL
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
  }
  const guard = new Guard();
  return {
    transformQuery({ node, queryId }): RootOperationNode {
      if (RawNode.is(node)) throw new Error("A query that is only text is out of reach here.");
      return guard.transformNode(node, queryId);
    },
    transformResult: async ({ result }) => result,
  };
}
