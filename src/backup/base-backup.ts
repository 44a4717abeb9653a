import { PassThrough } from "node:stream";
import pg from "pg";
import { CopyOut } from "./copy-streams.ts";

/** The first byte of a part of the archive: "PostgreSQL documentation, 54.4, Streaming Replication Protocol". */
const DATA = "d".charCodeAt(0);
const NEW_ARCHIVE = "n".charCodeAt(0);

/**
 * Reads the whole folder of a running PostgreSQL as a tar, with the write-ahead log that makes it consistent. It is
 * what pg_basebackup does. No other work waits for it.
 *
 * @param connectionString a superuser's, of the bundled PostgreSQL
 * @returns the tar. It fails where the server does: a page that fails its checksum is such a failure
 */
export async function* baseBackup(connectionString: string): AsyncGenerator<Buffer> {
  const replication = { connectionString, application_name: "tambiolo backup", replication: "database" };
  const client = new pg.Client(replication);
  client.on("error", () => undefined);
  const tar = new PassThrough();
  try {
    await client.connect();
    // The slot keeps the log that is written meanwhile. It ends with the connection.
    await client.query(`CREATE_REPLICATION_SLOT "tambiolo_backup_${process.pid}" TEMPORARY PHYSICAL RESERVE_WAL`);
    client.query(
      new BaseBackup(`BASE_BACKUP (LABEL 'tambiolo', CHECKPOINT 'fast', WAL true, MANIFEST 'no', WAIT false)`, tar),
    );
    yield* tar;
  } finally {
    tar.destroy();
    await client.end().catch(() => undefined);
  }
}

/** Takes the archive out of the parts of a base backup: the first byte of each says what it is. */
class BaseBackup extends CopyOut {
  #archives = 0;

  protected override bytesOf(chunk: Buffer): Buffer | undefined {
    if (chunk[0] === NEW_ARCHIVE && this.#archives++ > 0) {
      this.out.destroy(new Error("A tablespace of its own is not backed up: use pg_basebackup."));
    }
    return chunk[0] === DATA ? chunk.subarray(1) : undefined;
  }
}
