import { expect, test } from "vitest";
import { SETTINGS } from "./config.ts";
import { describeMisspelling, findMisspelt } from "./setting-names.ts";

test.for([
  ["SMPT_URL", "SMTP_URL"],
  ["BACKUP_DRI", "BACKUP_DIR"],
  ["TRUSTPROXY", "TRUST_PROXY"],
  ["trust_proxy", "TRUST_PROXY"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["DATABSE_URL_FILE", "DATABASE_URL_FILE"],
  ["DATADIR", "DATA_DIR"],
  ["ORIGN", "ORIGIN"],
] as const)("%s is named, with what was meant", ([name, meant]) => {
  expect(findMisspelt({ [name]: "x", PATH: "/bin" }, SETTINGS)).toEqual([{ name, meant }]);
  expect(describeMisspelling({ name, meant })).toContain(meant);
});

test("every setting itself, and what machines set, is nobody's mistake", () => {
  expect(findMisspelt(Object.fromEntries(SETTINGS.map((name) => [name, "x"])), SETTINGS)).toEqual([]);
  for (const setting of SETTINGS) expect(findMisspelt({ [setting]: "x" }, SETTINGS)).toEqual([]);
  const usual = `PATH HOME USER SHELL TERM LANG LANGUAGE LC_ALL TZ PWD OLDPWD LOGNAME MAIL HOSTNAME HOSTTYPE EDITOR PAGER DISPLAY
    SSH_CLIENT SSH_TTY SSH_AUTH_SOCK XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR XDG_SESSION_ID INVOCATION_ID JOURNAL_STREAM
    STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY CREDENTIALS_DIRECTORY MAINPID SYSTEMD_EXEC_PID NOTIFY_SOCKET
    NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION YARN_VERSION NPM_TOKEN INIT_CWD COLOR DEBUG FORCE_COLOR NO_COLOR npm_config_cache
    PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGSSLMODE PGSSLROOTCERT PGDATA HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY
    http_proxy https_proxy no_proxy KUBERNETES_PORT KUBERNETES_SERVICE_HOST TAMBIOLO_PORT TAMBIOLO_SERVICE_HOST
    HTTP_URL SMTP_HOST SMTP_PORT SMTP_USER MAIL_HOST WATCHDOG_USEC SHLVL LS_COLORS CI GITHUB_ACTIONS VIRTUAL_ENV JAVA_HOME GOPATH`;
  const environment = Object.fromEntries(usual.split(/\s+/).map((name) => [name, "x"]));
  expect(findMisspelt(environment, SETTINGS)).toEqual([]);
  // A setting that is set was not misspelt, and an empty variable is none.
  expect(findMisspelt({ TRUST_PROXY: "1", TRUSTPROXY: "1", SMPT_URL: " " }, SETTINGS)).toEqual([]);
});
