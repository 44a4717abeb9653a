import { readFile } from "node:fs/promises";

/** Linux counts processor time in hundredths of a second for every program (`getconf CLK_TCK`). */
const TICK_US = 10_000;

/** What a run cost: microseconds of processor time by whose they are, and the part of all cores' time that was idle. */
export type ProcessorUse = {
  readonly siteUs: number;
  readonly databaseUs: number;
  readonly loadUs: number;
  readonly idle: number;
};

/**
 * Runs `work` and says whose processor time it took, from Linux's /proc. NaN on other systems.
 *
 * @param pids.site the process that answers
 * @param pids.database PostgreSQL's first process, whose children do the work
 */
export async function watchProcessors<Result>(
  pids: { readonly site: number; readonly database: number },
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly use: ProcessorUse }> {
  const [site, database, cores] = await Promise.all([timeOf(pids.site), timeOfChildren(pids.database), timeOfCores()]);
  const own = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(own);
  const after = await Promise.all([timeOf(pids.site), timeOfChildren(pids.database), timeOfCores()]);
  const use = {
    siteUs: after[0] - site,
    databaseUs: after[1] - database,
    loadUs: user + system,
    idle: (after[2].idle - cores.idle) / (after[2].all - cores.all),
  };
  return { result, use };
}

/** The process that started another, for example the server of a database connection. */
export async function parentOf(pid: number): Promise<number> {
  return Number((await statOf(pid))[1] ?? Number.NaN);
}

/** The processor time that a process has used, in microseconds. */
export async function timeOf(pid: number): Promise<number> {
  const stat = await statOf(pid);
  return (Number(stat[11]) + Number(stat[12])) * TICK_US;
}

async function timeOfChildren(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const times = await Promise.all(children.trim().split(" ").map(Number).map(timeOf));
  // A process that has ended meanwhile counts as 0.
  return times.reduce((sum, time) => sum + (time || 0), 0);
}

/** The fields of /proc/…/stat after the name, which may hold blanks: state, parent, … (proc_pid_stat(5)). */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(") ") + 2).split(" ");
}

async function timeOfCores(): Promise<{ readonly idle: number; readonly all: number }> {
  const stat = await readFile("/proc/stat", "utf8").catch(() => "");
  const [user = 0, nice = 0, system = 0, idle = Number.NaN, waiting = 0, irq = 0, softirq = 0, stolen = 0] = stat
    .slice(0, stat.indexOf("\n"))
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { idle: idle + waiting, all: user + nice + system + idle + waiting + irq + softirq + stolen };
}
