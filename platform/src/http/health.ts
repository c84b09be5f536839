import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import type { Registry } from 'prom-client'
import type { App } from './app.ts'

/** `/healthz`: the process answers. `/readyz`: it may be sent work, else HTTP 503. `/metrics`: for Prometheus. */
export const serveHealth = (
  app: App,
  { ready, metrics }: { ready: () => boolean; metrics: Registry },
): void => {
  const hidden = { schema: { hide: true } }
  app.get('/healthz', hidden, async () => ok('healthy'))
  app.get('/readyz', hidden, async (_, reply) =>
    ready() ? ok('ready') : reply.code(503).send(refuse(bodyCode.unavailable, 'not ready')),
  )
  app.get('/metrics', hidden, async (_, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}
