import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const spanSchema = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.object({ key: z.literal('code'), value: z.object({ intValue: z.string() }) }).array(),
})
const textAttribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string() }) })
const requestSchema = z.object({
  resourceSpans: z
    .object({
      resource: z.object({ attributes: textAttribute.array() }),
      scopeSpans: z
        .object({ scope: z.object({ name: z.literal('minefall') }), spans: spanSchema.array() })
        .array(),
    })
    .array(),
})

/** A span as a collector gets it, with the process that it is of. */
export type CollectedSpan = z.infer<typeof spanSchema> & { node: string }

/** A collector of traces: takes OTLP over HTTP as JSON, and nothing else than what spans of ours may have in them. */
export const startCollector = async () => {
  const spans: CollectedSpan[] = []
  const problems: string[] = []
  const server = createServer(async (request, response) => {
    const parsed = requestSchema.safeParse(request.url === '/v1/traces' ? await json(request) : null)
    if (!parsed.success) problems.push(parsed.error.message)
    for (const { resource, scopeSpans } of parsed.data?.resourceSpans ?? []) {
      const node =
        resource.attributes.find(({ key }) => key === 'service.instance.id')?.value.stringValue ?? ''
      for (const { spans: sent } of scopeSpans) spans.push(...sent.map((span) => ({ ...span, node })))
    }
    response.writeHead(parsed.success ? 200 : 400).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    /** What came and is no such message. */
    problems,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
