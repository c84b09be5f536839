import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { App } from './requests.ts'

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
          'Every answer is `{ code, msg, data }`; code 200 is success. Business errors come with HTTP 200 and their own code.',
      },
    },
    transform: jsonSchemaTransform,
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
