import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Begins every style sheet with the order of the layers, as `sheet` says it. The first one that a page loads decides it, and which one that
 * is depends on how the sheets were parted; the minifier leaves the statement out where the layers of a sheet are in
 * that order on their own.
 */
export const layerOrder = (sheet = 'src/styles/index.css'): Plugin => {
  const [order] = readFileSync(new URL(sheet, import.meta.url), 'utf8').match(/^@layer .*;$/m) ?? []
  return {
    name: 'layer-order',
    enforce: 'post',
    generateBundle(_, bundle) {
      if (order === undefined) this.error(`${sheet} does not say the order of the layers`)
      for (const asset of Object.values(bundle))
        if (asset.type === 'asset' && asset.fileName.endsWith('.css'))
          asset.source = `${order}${asset.source}`
    },
  }
}
