import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Call } from '@minefall/shared/contracts'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { App } from './requests.ts'

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'The token of `POST /api/index/login`.' },
  staff: { type: 'http', scheme: 'bearer', description: 'The token of a staff sign-in.' },
  device: { type: 'apiKey', in: 'header', name: 'x-device-id', description: 'A guest: 32 hex digits.' },
} as const

/** What a call asks for: any one of these. An empty one asks for nothing. */
export const security = (may: Call['may']): Partial<Record<keyof typeof securitySchemes, string[]>>[] => {
  if (may === 'anyone') return [{}]
  if (may === 'player') return [{ session: [] }]
  if (may === 'guest') return [{ session: [] }, { device: [] }]
  return may === 'visitor' ? [{}, { session: [] }, { device: [] }] : [{ staff: [] }]
}

const refused = (description: string, code: number) => ({
  description,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Refusal' },
      example: { code, msg: '…', data: null },
    },
  },
})

/** Refusals that come with their own status; all others come with 200. */
const refusals = {
  401: refused(
    'No token where one is needed. 1501 and 1502, an invalid and an expired token, come with 200.',
    1401,
  ),
  413: refused('The body is too large.', 1001),
  429: refused(
    'Too many requests from this address. `data.seconds` and `retry-after` tell how long to wait.',
    1429,
  ),
  500: refused('The server failed. `msg` names the request.', 1500),
  503: refused('The database or another part can’t be reached. Try again in a moment.', 1503),
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in HTML, between tags or in an attribute's double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/**
 * The description of the REST interface, made of the routes' own schemas: `/docs` for people, `/docs/json` for
 * programs. Must be registered before the routes it describes.
 */
export const serveDocs = async (app: App): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Minefall',
        version: '1',
        description:
          'Every answer is `{ code, msg, data }`; code 200 is success. Business errors come with HTTP 200 and their own code: `docs/messages.md` lists all of them.',
      },
      components: {
        securitySchemes,
        schemas: {
          Refusal: {
            type: 'object',
            required: ['code', 'msg', 'data'],
            properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: {} },
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (description) => {
      if (!('openapiObject' in description)) return description.swaggerObject
      const { openapiObject: api } = description
      for (const path of Object.values(api.paths ?? {}))
        for (const operation of [path?.get, path?.post])
          if (operation) operation.responses = { ...operation.responses, ...refusals }
      return api
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { url: '/docs/json', deepLinking: true },
    // Strict where it matters: scripts are files of ours. The bundle adds styles as it runs and draws data: icons.
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
  })
}
