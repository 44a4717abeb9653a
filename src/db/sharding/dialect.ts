import { PostgresAdapter, PostgresDialect } from "kysely";

/** Marks the query builder of a sharded database (sharded.ts). */
export class ShardedAdapter extends PostgresAdapter {}

/** PostgreSQL whose tables Citus spreads over workers by raffle (DATABASE_SHARDED). */
export class ShardedDialect extends PostgresDialect {
  override createAdapter(): ShardedAdapter {
    return new ShardedAdapter();
  }
}

/**
 * What each connection to a sharded database is opened with. Where statements ask several shards at once, Citus refuses
 * to change a table afterwards that every worker has, until the transaction ends. One after the other they may.
 */
export const SHARDED_OPTIONS = "-c citus.multi_shard_modify_mode=sequential";
