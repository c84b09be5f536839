import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { countries } from '../shared/src/contact/countries.ts'

const packageFolder = dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json'))

/** The picture of each country by the address that `countries` gives it. */
const files = new Map(
  countries.map(({ code, flag }) => [flag, join(packageFolder, '3x2', `${code}.svg`)] as const),
)

/** Serves and emits the flags of the countries that can be picked, from country-flag-icons (MIT). */
export const flags = (): Plugin => ({
  name: 'flags',
  configureServer(server) {
    server.middlewares.use(async (request, response, next) => {
      const file = files.get(request.url ?? '')
      if (file === undefined) return next()
      response.setHeader('content-type', 'image/svg+xml')
      response.end(await readFile(file))
    })
  },
  async generateBundle() {
    for (const [address, file] of files)
      this.emitFile({ type: 'asset', fileName: address.slice(1), source: await readFile(file) })
  },
})
