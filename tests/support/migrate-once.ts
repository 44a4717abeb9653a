import { migrate } from "#src/db/migrate.ts";

// Migrates a database as one of several processes, and prints the outcome as a line of JSON.
const [connectionString = "", folder = ""] = process.argv.slice(2);
console.log(JSON.stringify(await migrate({ connectionString, folder })));
