import { defaultClientConditions, defineConfig } from 'vite'
import { browserTargets } from './browsers.ts'

/**
 * The support widget: one classic script with its styles in it, for whatever page lends it a line. Built after the player's
 * pages, into a folder of theirs. Its name has no hash: it is asked for again each time.
 */
export default defineConfig({
  publicDir: false,
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir: 'dist/web/support',
    emptyOutDir: true,
    sourcemap: true,
    target: browserTargets,
    modulePreload: false,
    rolldownOptions: {
      input: 'widget/widget.ts',
      output: { format: 'iife', entryFileNames: 'widget.js' },
    },
  },
})
