import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite'
import { browserTargets } from './browsers.ts'

/** Where in a page the script stands: behind the metas that it may change, before any style and any other script. */
const place = '<!--first-script-->'

const compile = async (entry: string, conditions: readonly string[]): Promise<string> => {
  const [output] = [
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      resolve: { conditions: [...conditions] },
      build: {
        write: false,
        target: browserTargets,
        lib: { entry, formats: ['iife'], name: 'first' },
      },
    }),
  ].flat()
  if (!output || !('output' in output)) throw new Error(`${entry} was not built`)
  return output.output[0].code
}

/** Words are painted in their own typeface at once: asked for by its style sheet it would come after them and move them. */
const fontLinks = (bundle: Rolldown.OutputBundle, base: string): HtmlTagDescriptor[] =>
  Object.keys(bundle)
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: base + file },
      injectTo: 'head',
    }))

/**
 * Puts `source` into the page: classic, so that the browser paints nothing and runs no other script before it, and in its own
 * file, since the content policy allows no inline script; and has the typeface asked for. The dev server has it as a module, which paints first.
 */
export const firstScript = (source: string, conditions: readonly string[]): Plugin => {
  const entry = fileURLToPath(new URL(source, import.meta.url))
  let base = '/'
  return {
    name: 'first-script',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!html.includes(place)) return
        if (!bundle) return html.replace(place, `<script type="module" src="${base}@fs${entry}"></script>`)
        const name = `${basename(source, '.ts')}.js`
        const code = await compile(entry, conditions)
        const file = this.getFileName(this.emitFile({ type: 'asset', name, source: code }))
        return {
          html: html.replace(place, `<script src="${base}${file}"></script>`),
          tags: fontLinks(bundle, base),
        }
      },
    },
  }
}
