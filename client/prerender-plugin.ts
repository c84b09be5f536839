import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuiltPage, pagesToBuild, type View, viewFile, viewName, views } from '@minefall/shared/views'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { pageFilesOf } from './page-files.ts'
import type { Prerendered, prerenderPage } from './src/app/prerender.tsx'

/** The page of the build, in which the others differ by language, title, what they ask for and what they show. */
const shellOf = (bundle: Rolldown.OutputBundle): string => {
  const page = bundle['index.html']
  if (page?.type !== 'asset') throw new Error('the build has no index.html')
  return String(page.source)
}

/** `text` with `from`, which must be in it, become `to`. */
const changed = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`index.html has no ${from}`)
  // A function, since what is shown may have the signs by which a replacement refers to what it replaces.
  return text.replace(from, () => to)
}

const linksOf = (bundle: Rolldown.OutputBundle, page: BuiltPage, view: View): string => {
  const { styles, scripts, after } = pageFilesOf(bundle, page, view.language)
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    ...after.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`),
  ].join('\n    ')
}

/** The content policy forbids scripts and styles in HTML: what asks for one would be shown without it. */
const forbidden = /<(?:script|style)\b|\s(?:style|on\w+)=/i

const pageOf = (shell: string, links: string, view: View, { html, title, mark }: Prerendered): string => {
  const [found] = forbidden.exec(html) ?? []
  if (found !== undefined) throw new Error(`what is built for ${viewName(view)} has ${found}`)
  return [
    [
      '<html lang="en-US">',
      `<html lang="${view.language}" data-view="${viewName(view)}"${mark && ` class="${mark}"`}>`,
    ],
    ['<title>Minefall</title>', `<title>${title}</title>`],
    ['</head>', `  ${links}\n  </head>`],
    ['<div id="root"></div>', `<div id="root">${html}</div>`],
  ].reduce((page, [from = '', to = '']) => changed(page, from, to), shell)
}

/** The product for Node, resolved and named as the browsers' is. */
const buildForNode = async ({ root, resolve, define, css }: ResolvedConfig, folder: string) => {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [react()],
    resolve: {
      // That for browsers keeps a program from ending.
      alias: [...resolve.alias, { find: /^react-dom\/static$/, replacement: 'react-dom/static.node' }],
      conditions: resolve.conditions,
    },
    define: { ...define, 'process.env.NODE_ENV': '"production"' },
    css: { modules: css.modules },
    ssr: { noExternal: true, resolve: { conditions: resolve.conditions } },
    build: {
      ssr: 'src/app/prerender.tsx',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      chunkSizeWarningLimit: 10_000,
    },
  })
  const built: { prerenderPage: typeof prerenderPage } = await import(
    pathToFileURL(join(folder, 'prerender.js')).href
  )
  return built.prerenderPage
}

/** Builds the HTML of the pages that begin with one, in each language and for each kind of visitor, from their own components. */
export const prerender = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    writeBundle: {
      order: 'post',
      async handler({ dir = '' }, bundle) {
        const folder = await mkdtemp(join(dirname(dir), 'prerender-'))
        try {
          const render = await buildForNode(config, folder)
          const shell = shellOf(bundle)
          await mkdir(join(dir, '.views'), { recursive: true })
          for (const { name, at } of pagesToBuild)
            for (const view of views) {
              const page = pageOf(shell, linksOf(bundle, name, view), view, await render(at, view))
              await writeFile(join(dir, viewFile(name, view)), page)
            }
        } finally {
          await rm(folder, { recursive: true })
        }
      },
    },
  }
}
