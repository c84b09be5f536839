import type { Plugin } from 'vite'

/**
 * Exported functions of libraries that the client never calls and that can't be shaken off, since the library refers to
 * them itself, by the end of their module's path.
 */
const leftOut: Readonly<Record<string, RegExp>> = {
  // Nobody describes a schema as JSON in a browser. `aggregateChecks` beside them is wanted.
  'zod/v4/core/json-schema-processors.js': /^export const (\w+Processor) = .*?^};?$/gms,
  'zod/v4/core/to-json-schema.js': /^export const (create\w+Method) = .*?^};?$/gms,
  // Axios takes XMLHttpRequest wherever there is one, which is in every browser.
  'axios/lib/adapters/fetch.js':
    /^export const (getFetch) = .*?^};?$|^const adapter = getFetch\(\);$|^export default adapter;$/gms,
}

const stub = (name: string) =>
  `export const ${name} = () => { throw new Error('${name} is left out of this build') };`

/** Leaves parts of libraries out of the build that nothing calls; each would throw its name. */
export const leftOutParts = (): Plugin => ({
  name: 'left-out-parts',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/(?:zod|axios)\// },
    handler(code, id) {
      const functions = Object.entries(leftOut).find(([path]) => id.endsWith(path))?.[1]
      if (!functions) return null
      const kept = code.replace(functions, (_whole, name?: string) => (name ? stub(name) : ''))
      if (kept === code) this.error(`${id} has none of the functions to be left out`)
      return { code: kept, map: null }
    },
  },
})
