import type pg from "pg";

/** Every row of every table as text, each after its table's name. Tests search it for leaked data. */
export async function everythingStored(pool: pg.Pool): Promise<string[]> {
  const tables = await pool.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const rows = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows: found } = await pool.query<{ text: string }>(`select to_jsonb(t)::text as text from ${name} t`);
      return found.map(({ text }) => `${name}: ${withBytesAsText(text)}`);
    }),
  );
  return rows.flat();
}

/** PostgreSQL writes file contents as hexadecimal digits. */
function withBytesAsText(text: string): string {
  return text.replace(/\\\\x([0-9a-f]+)/g, (_, digits: string) => Buffer.from(digits, "hex").toString("utf8"));
}
