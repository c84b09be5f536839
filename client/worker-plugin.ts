import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { browserTargets } from './browsers.ts'
import { addressOf, chunkOf, chunksOf, filesWith, languageOf } from './bundle-files.ts'
import { offlinePage, type Release } from './src/worker/release.ts'

type Bundle = Rolldown.OutputBundle

/** What the pages name themselves: the script of the first paint is no chunk. */
const scriptsOfPages = (bundle: Bundle): string[] =>
  Object.values(bundle)
    .filter((file) => file.type === 'asset')
    .filter(({ fileName }) => fileName.endsWith('.html'))
    .flatMap(({ source }) => [...String(source).matchAll(/src="\/(assets\/[^"]+)"/g)])
    .flatMap(([, fileName]) => fileName ?? [])

/** Lists the files of a build by what pages need when. */
const releaseOf = (bundle: Bundle): Release => {
  const chunks = chunksOf(bundle)
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const entry = chunkOf(bundle, 'index.html')
  const shell = new Set(
    [...scriptsOfPages(bundle), ...entries.map(({ fileName }) => fileName)].flatMap((fileName) => [
      ...filesWith(bundle, fileName),
    ]),
  )
  const texts: Record<string, string[]> = {}
  const rest: string[] = []
  for (const [fileName, file] of Object.entries(bundle)) {
    if (shell.has(fileName) || !/^assets\/.*\.(?:js|css|woff2)$/.test(fileName)) continue
    const language = file.type === 'chunk' ? languageOf(file.facadeModuleId) : undefined
    if (language === undefined) rest.push(addressOf(fileName))
    else texts[language] = [...(texts[language] ?? []), addressOf(fileName)]
  }
  return {
    entry: addressOf(entry.fileName),
    shell: [offlinePage, ...[...shell].map(addressOf)],
    rest,
    texts,
  }
}

/** Builds the worker, on its own and in one classic script that every browser takes, with the list of the build's files. */
export const worker = (): Plugin => ({
  name: 'worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        define: { release: JSON.stringify(releaseOf(bundle)) },
        build: {
          write: false,
          copyPublicDir: false,
          modulePreload: false,
          target: browserTargets,
          rolldownOptions: {
            input: fileURLToPath(new URL('src/worker/worker.ts', import.meta.url)),
            output: { format: 'iife' },
          },
        },
      })
      const [output] = [built].flat()
      if (!output || !('output' in output)) throw new Error('the worker was not built')
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: output.output[0].code })
    },
  },
})
