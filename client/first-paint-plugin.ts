import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { browserTargets } from './browser-targets.ts'

const source = 'src/features/themes/first-paint.ts'
/** Where in index.html the script stands: behind the metas that it changes, before any style. */
const place = '<!--first-paint-->'

const compile = async (conditions: readonly string[]): Promise<string> => {
  const [output] = [
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      resolve: { conditions: [...conditions] },
      build: {
        write: false,
        target: browserTargets,
        lib: {
          entry: fileURLToPath(new URL(source, import.meta.url)),
          formats: ['iife'],
          name: 'firstPaint',
        },
      },
    }),
  ].flat()
  if (!output || !('output' in output)) throw new Error(`${source} was not built`)
  return output.output[0].code
}

/**
 * Puts the script of the first paint into the page: classic, so that the browser paints nothing before it has run, and
 * in a file of its own, since the content policy allows no inline script. The dev server has it as a module, which
 * paints first.
 */
export const firstPaint = (conditions: readonly string[]): Plugin => {
  let reference = ''
  return {
    name: 'first-paint',
    async buildStart() {
      if (this.environment.mode !== 'build') return
      reference = this.emitFile({ type: 'asset', name: 'first-paint.js', source: await compile(conditions) })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const file = bundle ? `/${this.getFileName(reference)}` : `/${source}`
        return html.replace(place, `<script ${bundle ? '' : 'type="module" '}src="${file}"></script>`)
      },
    },
  }
}
