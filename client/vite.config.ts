import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { browserTargets, noEval } from './browsers.ts'
import { languageOf } from './bundle-files.ts'
import { firstScript } from './first-script-plugin.ts'
import { flags } from './flags-plugin.ts'
import { layerOrder } from './layer-order-plugin.ts'
import { oldBrowser } from './old-browser-plugin.ts'
import { followModules, homeModules } from './page-files.ts'
import { prerender } from './prerender-plugin.ts'
import { partOf } from './screen-parts.ts'
import { sharedFileOf } from './shared-files.ts'
import { worker } from './worker-plugin.ts'

/** The edge that the dev server passes calls and sockets on to. */
const edge = process.env.DEV_BFF ?? 'http://localhost:8081'
/** The dev server of the staff's desk. */
const desk = process.env.DEV_DESK ?? 'http://localhost:8082'

/** `source` resolves our own packages to their TypeScript, so a build of the client needs no build of them. */
const conditions = ['source', ...defaultClientConditions]

/** A class's own name and four letters of its file's: shorter than Vite's, which counts in the size of every page. */
const fileOfMark = new Map<string, string>()
/** Three characters tell the files apart; two files with the same ones fail the build. */
const scopedName = (name: string, file: string) => {
  const path = relative(import.meta.dirname, file)
  const mark = createHash('sha256').update(path).digest('base64url').slice(0, 3)
  if ((fileOfMark.get(mark) ?? path) !== path)
    throw new Error(`${path} needs another name: its mark is taken`)
  fileOfMark.set(mark, path)
  return name + mark
}

/** What any dialog is made of. */
const dialogModules = ['src/ui/Dialog.tsx', 'src/ui/forms/Field.tsx']
/** The dialogs that the address opens, and the login: an idle page gets them in. */
const loginModules = [
  'src/app/AddressModal.tsx',
  'src/features/login/LoginModal.tsx',
  'src/machines/login/actor.ts',
]
const isOfStart = partOf(['src/app/start.tsx'], ['src/offline/main.ts'])
const atFirst = ['src/main.tsx', ...homeModules]
const isOfHome = partOf(homeModules, ['src/main.tsx'])
const isOfFollow = partOf(followModules, atFirst)
const isOfDialog = partOf(dialogModules, [...atFirst, ...followModules])
// What it checks is shared with other screens.
const isOfLogin = partOf(
  loginModules,
  [...atFirst, ...followModules, ...dialogModules],
  /client\/src\/|@base-ui\//,
)

export default defineConfig({
  plugins: [
    react(),
    firstScript('src/app/first-paint.ts', conditions),
    oldBrowser(),
    flags(),
    layerOrder(),
    worker(),
    prerender(),
  ],
  resolve: {
    conditions,
    // React has had the hook since 18: what packages bring for those before it is no use here.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^use-sync-external-store\/shim\//, replacement: 'use-sync-external-store/' },
    ],
  },
  define: noEval,
  css: { modules: { generateScopedName: scopedName } },
  server: {
    proxy: {
      '/api': edge,
      '/config.json': edge,
      '/desk/socket.io': { target: edge, ws: true },
      '/desk/': { target: desk, ws: true },
      '/dev': edge,
      '/docs': edge,
      '/sandbox': edge,
      '/socket.io': { target: edge, ws: true },
      '/support/': edge,
    },
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // Beside the scripts, and named by none: their names would cost 40 bytes in each.
    sourcemap: 'hidden',
    target: browserTargets,
    // The content policy allows no inline script; assets stay files so that it need allow no data: URL either.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'offline.html'],
      output: {
        // Texts name their language, which their file's own name doesn't.
        chunkFileNames: ({ facadeModuleId }) => {
          const language = languageOf(facadeModuleId)
          return `assets/[name]${language ? `.${language}` : ''}-[hash].js`
        },
        // Chunks follow the dynamic imports, but for these.
        codeSplitting: {
          // What else a module of them imports stays where the dynamic imports put it.
          includeDependenciesRecursively: false,
          groups: [
            // What changes least often, so a page that was here before has it still.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
            // What every page begins with, but for what the offline page begins with too.
            {
              debugName: 'start',
              name: (module, context) => (isOfStart(module, context) ? 'start' : null),
              tags: ['$initial'],
            },
            { debugName: 'shared', name: sharedFileOf },
            // What Home is made of, and most screens use of it, packs better in one file than in forty.
            { debugName: 'home', name: (module, context) => (isOfHome(module, context) ? 'home' : null) },
            // What follows the first view of any page.
            {
              debugName: 'follow',
              name: (module, context) => (isOfFollow(module, context) ? 'follow' : null),
            },
            // What any dialog is made of, and the first ones of a visitor.
            {
              debugName: 'dialog',
              name: (module, context) => (isOfDialog(module, context) ? 'dialog' : null),
            },
            { debugName: 'login', name: (module, context) => (isOfLogin(module, context) ? 'login' : null) },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 700,
  },
})
