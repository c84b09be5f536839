# Two images of one build, so that they always fit: `platform`, which has no page of ours, and `bff`, which has no line of
# the platform's. Both run as an ordinary user who can change nothing of them.

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY platform/package.json platform/
COPY bff/package.json bff/
COPY client/package.json client/
COPY tests/package.json tests/

# What the servers need when they run.
FROM manifests AS modules
RUN npm ci --no-audit --no-fund --omit=dev --workspace=shared --workspace=platform --workspace=bff

FROM manifests AS build
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.base.json ./
# Vite reads all that the first of these refers to.
COPY tests/tsconfig.json tests/
COPY docs/tsconfig.json docs/
COPY shared shared
COPY platform platform
COPY bff bff
COPY client client
# Of the platform's source its programs read what is not TypeScript: SQL, a list of words, workers.
RUN npx tsc -b bff && npm run build -w client && \
  find platform/src \( -name '*.ts' -o -name 'testing*' -o -type d -empty \) -delete

FROM node:24-bookworm-slim AS runtime
ENV NODE_ENV=production
WORKDIR /app
COPY --from=modules /app ./
COPY --from=build /app/shared/dist shared/dist

FROM runtime AS platform
ENV DATA_DIR=/data PLATFORM_HOST=0.0.0.0 PLATFORM_PORT=8090
COPY --from=build /app/platform/dist platform/dist
COPY --from=build /app/platform/src platform/src
COPY scripts/make-secrets.mjs scripts/
# Volumes take over whose these are.
RUN mkdir -p /data/keys /secrets/platform /secrets/bff /secrets/postgres /secrets/nats && chown -R node:node /data /secrets
USER node
EXPOSE 8090
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8090/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The collector works on the thread it serves: helper threads hold that up where cores are few.
CMD ["node", "--single-threaded-gc", "platform/dist/main.js"]

FROM runtime AS bff
ENV HOST=0.0.0.0 PORT=8080
COPY --from=build /app/bff/dist bff/dist
COPY --from=build /app/client/dist/web client/dist/web
USER node
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--single-threaded-gc", "bff/dist/main.js"]
