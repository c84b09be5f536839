import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { browserTargets, noEval } from './browsers.ts'
import { firstScript } from './first-script-plugin.ts'
import { layerOrder } from './layer-order-plugin.ts'

const conditions = ['source', ...defaultClientConditions]

/** The staff's desk: separate pages under `/desk/`, built after the player's, into a folder of theirs. */
export default defineConfig({
  root: 'desk',
  base: '/desk/',
  publicDir: false,
  plugins: [react(), firstScript('src/lib/wake-react.ts', conditions), layerOrder('desk/styles/index.css')],
  resolve: { conditions },
  define: noEval,
  // Asked through the player's dev server, which passes `/desk/` on.
  server: { strictPort: true },
  build: {
    outDir: '../dist/web/desk',
    emptyOutDir: true,
    sourcemap: true,
    target: browserTargets,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One sheet for all pages: the order of its layers is then the order of the files.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/, tags: ['$initial'] }] },
      },
    },
  },
})
