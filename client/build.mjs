// npm run build: the player's pages, then what is built into their folder beside them, then what is packed for the wire.
// Quiet with --quiet.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build } from 'vite'

const folder = dirname(fileURLToPath(import.meta.url))
const logLevel = process.argv.includes('--quiet') ? 'warn' : 'info'

/** Below this a packet is not fuller, in bytes. */
const least = 1_000

/** Packs scripts, style sheets and pages once, beside themselves, for the server to send in their place: three times fewer bytes. */
const pack = async (web) => {
  const names = (await readdir(web, { recursive: true })).filter((name) => /\.(?:js|css|html)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = join(web, name)
      const bytes = await readFile(file)
      if (bytes.length < least) return
      const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes)])
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
    }),
  )
}

process.chdir(folder)
for (const config of ['vite.config.ts', 'vite.widget.config.ts', 'vite.desk.config.ts'])
  await build({ configFile: join(folder, config), logLevel })
await pack(join(folder, 'dist/web'))
