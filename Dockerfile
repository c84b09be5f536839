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
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
  npm ci --no-audit --no-fund --omit=dev --workspace=shared --workspace=platform --workspace=bff

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
  npm ci --no-audit --no-fund
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
RUN mkdir -p /data/keys /secrets/platform /secrets/bff /secrets/postgres /secrets/nats /secrets/prometheus /secrets/grafana && chown -R node:node /data /secrets
USER node
EXPOSE 8090
# A shell, since to start a Node each time takes a machine that is busy longer than it may.
HEALTHCHECK --interval=5s --timeout=10s --start-period=180s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8090 && printf 'GET /readyz HTTP/1.1\\r\\nhost: localhost\\r\\nconnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# The collector works on the thread it serves: helper threads hold that up where cores are few.
CMD ["node", "--single-threaded-gc", "platform/dist/main.js"]

FROM runtime AS bff
ENV HOST=0.0.0.0 PORT=8080
COPY --from=build /app/bff/dist bff/dist
COPY --from=build /app/client/dist/web client/dist/web
USER node
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=10s --start-period=180s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /readyz HTTP/1.1\\r\\nhost: localhost\\r\\nconnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "--single-threaded-gc", "bff/dist/main.js"]
