import { gzipSync } from 'node:zlib'
import { build } from 'vite'

for (const f of process.argv.slice(2)) {
  const r = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'chrome111',
      minify: true,
      rolldownOptions: { input: new URL(f, import.meta.url).pathname },
    },
  })
  const o = [r].flat()[0].output
  console.log(
    f,
    o.map((c) => (c.type === 'chunk' ? gzipSync(c.code).length : 0)),
  )
  const m = o[0].modules
  console.log(
    Object.entries(m)
      .map(([k, v]) => [v.renderedLength, k.replace(/.*node_modules/, '')])
      .sort((a, b) => b[0] - a[0])
      .slice(0, 14)
      .map(String)
      .join('\n'),
  )
}
