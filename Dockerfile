# The site without a PostgreSQL, which compose.yaml has beside it. It is the package of `npm run package`.
FROM node:24-bookworm-slim AS package
WORKDIR /src
COPY . .
RUN npm ci --omit=dev && npm run package -- /tmp

FROM node:24-bookworm-slim
# pg_dump of PostgreSQL 18, for `tambiolo backup`: Debian 12 has that of 15.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install --yes --no-install-recommends postgresql-client-18 \
  && rm -rf /var/lib/apt/lists/*
COPY --from=package /tmp/tambiolo-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund /tmp/tambiolo-*.tgz \
  && rm -rf /tmp/tambiolo-*.tgz /root/.npm \
  && install -d -o node -g node -m 0700 /data /backups
ENV HOST=0.0.0.0 DATA_DIR=/data
USER node
WORKDIR /data
VOLUME ["/data", "/backups"]
EXPOSE 3000
# The first start makes the database's tables.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["tambiolo", "serve"]
