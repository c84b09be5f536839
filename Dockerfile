# Built once, run as an unprivileged user with nothing but Node and what production needs.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json tsconfig.base.json ./
COPY shared/package.json shared/
COPY platform/package.json platform/
COPY bff/package.json bff/
COPY client/package.json client/
COPY tests/package.json tests/
RUN npm ci --no-audit --no-fund
COPY shared shared
COPY platform platform
COPY bff bff
COPY client client
RUN npx tsc -b bff && npm run build -w client && npm prune --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=root:root /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The collector works on the thread it serves: helpers of its own hold that up where cores are few.
CMD ["node", "--single-threaded-gc", "bff/dist/one-process.js"]
