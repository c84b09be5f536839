import { fileURLToPath } from 'node:url'
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite'
import { browserTargets } from './browsers.ts'
import { addressOf } from './bundle-files.ts'

const source = 'src/app/first-paint.ts'
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

/** Words are painted in their own typeface at once: asked for by its style sheet it would come after them and move them. */
const fontLinks = (bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] =>
  Object.keys(bundle)
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: addressOf(file) },
      injectTo: 'head',
    }))

/**
 * Puts the script of the first paint into the page: classic, so that the browser paints nothing before it has run, and
 * in its own file, since the content policy allows no inline script; and has the typeface asked for. The dev server has it as a module, which
 * paints first.
 */
export const firstPaint = (conditions: readonly string[]): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      if (!html.includes(place)) return
      if (!bundle) return html.replace(place, `<script type="module" src="/${source}"></script>`)
      const code = await compile(conditions)
      const file = this.getFileName(this.emitFile({ type: 'asset', name: 'first-paint.js', source: code }))
      return {
        html: html.replace(place, `<script src="${addressOf(file)}"></script>`),
        tags: fontLinks(bundle),
      }
    },
  },
})
