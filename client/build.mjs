// npm run build: the player's pages, then what is built into their folder beside them. Quiet with --quiet.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const folder = dirname(fileURLToPath(import.meta.url))
const logLevel = process.argv.includes('--quiet') ? 'warn' : 'info'

process.chdir(folder)
for (const config of ['vite.config.ts', 'vite.widget.config.ts', 'vite.desk.config.ts'])
  await build({ configFile: join(folder, config), logLevel })
