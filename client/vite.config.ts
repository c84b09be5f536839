import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { browserTargets } from './browser-targets.ts'
import { firstPaint } from './first-paint-plugin.ts'
import { flags } from './flags-plugin.ts'
import { layerOrder } from './layer-order-plugin.ts'
import { languageOf, worker } from './worker-plugin.ts'

/** The edge that the dev server passes calls and sockets on to. */
const edge = process.env.DEV_BFF ?? 'http://localhost:8081'

/** `source` resolves our own packages to their TypeScript, so a build of the client needs no build of them. */
const conditions = ['source', ...defaultClientConditions]

/** Which of our components nearly every screen shows. */
const parts =
  'Avatar|avatars|Chip|Coins?|CountedCoins|counted|Emote|EmptyState|iso-geometry|IsoBoard|Logo|MineArt|Panel|ReadyCount|seat|seat-class|Skeleton|TileSample|ToastRegion|use-coins-text'

export default defineConfig({
  plugins: [react(), firstPaint(conditions), flags(), layerOrder(), worker()],
  resolve: { conditions },
  server: {
    proxy: {
      '/api': edge,
      '/config.json': edge,
      '/dev': edge,
      '/docs': edge,
      '/sandbox': edge,
      '/socket.io': { target: edge, ws: true },
    },
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: true,
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
        // Chunks follow the dynamic imports but for React, which changes least often, and for the parts.
        codeSplitting: {
          // What a part imports stays where the dynamic imports put it: with the shell, for the most.
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'react',
              // Pixi's own scheduler comes with Pixi.
              test: /(?<!react-reconciler[\\/])node_modules[\\/](react|react-dom|scheduler)[\\/]/,
            },
            {
              // Small parts that nearly every screen shows pack better in one file than in thirty.
              name: 'parts',
              test: new RegExp(
                `/client/src/(?:app/layout|lib/(?:center|format|use-balance)|ui/(?:${parts})|styles/shape)\\b`,
              ),
            },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 700,
  },
})
