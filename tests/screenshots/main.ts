import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { manyFromOneAddress } from '../harness/accounts.ts'
import { longTurns, startServer } from '../harness/server.ts'
import { chromiumArguments, executablePath } from '../playwright.config.ts'
import { account } from './account.ts'
import { arena } from './arena.ts'
import { away } from './away.ts'
import { broken } from './broken.ts'
import { picturesTaken, type Studio } from './camera.ts'
import { chat } from './chat.ts'
import { daily } from './daily.ts'
import { desk } from './desk.ts'
import { duel, privateTable } from './duel.ts'
import { following } from './following.ts'
import { login, quiet } from './guest.ts'
import { lobby } from './lobby.ts'
import { trial } from './match.ts'
import { reportFaults, viewsMeasured } from './measure.ts'
import { nextBoard } from './next-board.ts'
import { paused } from './paused.ts'
import { gather, type People } from './people.ts'
import { players } from './players.ts'
import type { Scene } from './scene.ts'
import { sealed } from './sealed.ts'
import { compare, makeSheets } from './sheets.ts'
import { skill } from './skill.ts'
import { verify } from './verify.ts'
import { wallet } from './wallet.ts'

/** In this order: the first shows what no one has played at yet, and the last stops the server. */
const scenes: Record<string, Scene> = {
  quiet,
  login,
  lobby,
  trial,
  nextBoard,
  paused,
  duel,
  privateTable,
  account,
  players,
  daily,
  arena,
  following,
  skill,
  sealed,
  verify,
  wallet,
  chat,
  desk,
  broken,
  away,
}

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    compare: { type: 'string' },
    docs: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    languages: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    theme: { type: 'string' },
    widths: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(`npm run screenshots -- [scene …] [options]

  --theme <id>      every page wears this theme
  --only <picture>  that picture alone, of the scene that it is in; can be said more than once
  --languages       phones alone, in each language
  --widths          measures what does not fit, at every width in each language, and takes no pictures
  --compare <copy>  names the pictures that differ from those in an earlier copy of the folder
  --docs            keeps those that the documents show

Scenes: ${Object.keys(scenes).join(', ')}`)
  process.exit()
}
const views: Studio['views'] = values.widths ? 'widths' : values.languages ? 'languages' : 'sizes'
const folder = fileURLToPath(new URL('../../screenshots/taken', import.meta.url))
const docs = fileURLToPath(new URL('../../../docs/screenshots', import.meta.url))
const built = process.env.CLIENT_DIR ?? fileURLToPath(new URL('../../../client/dist/web', import.meta.url))

const unknown = asked.filter((name) => !(name in scenes))
if (unknown.length > 0)
  throw new Error(`No scene is called ${unknown.join(', ')}. There are: ${Object.keys(scenes).join(', ')}.`)

const launch = () =>
  chromium.launch({ args: chromiumArguments, ...(executablePath ? { executablePath } : {}) })

if (values.compare !== undefined) {
  const browser = await launch()
  await compare(browser, values.compare, folder)
  await browser.close()
  process.exit()
}

const began = Date.now()
await mkdir(folder, { recursive: true })
const client = await mkdtemp(join(tmpdir(), 'minefall-pictures-'))
await cp(built, client, { recursive: true })
// Long enough to look at a table that fills, and at someone's turn: at every width, or at three.
const pace = values.widths
  ? { PRACTICE_FILL_MS: '20000', PRACTICE_THINK_MIN_MS: '5000', PRACTICE_THINK_MAX_MS: '5000' }
  : { PRACTICE_FILL_MS: '8000', PRACTICE_THINK_MIN_MS: '3000' }
const server = await startServer(
  { ...manyFromOneAddress, CLIENT_DIR: client, WITHDRAW_HOLDOFF_HOURS: '0', ...pace },
  values.widths ? longTurns : undefined,
)
let people: Promise<People> | null = null
try {
  const browser = await launch()
  const stage = {
    studio: { browser, folder, views, theme: values.theme ?? null, only: values.only },
    server,
    client,
    people: () => {
      people ??= gather(server, values.widths)
      return people
    },
  }
  for (const [name, scene] of Object.entries(scenes)) {
    // The desk is made for a mouse and a wide screen: it is measured when it is asked for.
    const isMeant = asked.length > 0 ? asked.includes(name) : !(values.widths && name === 'desk')
    if (!isMeant) continue
    await scene(stage).catch((error: unknown) => {
      process.exitCode = 1
      console.error(`The scene ${name} could not be played to its end:`, error)
    })
  }
  if (values.widths) reportFaults()
  else await makeSheets(browser, folder)
  await browser.close()
} finally {
  await server.remove()
  await rm(client, { recursive: true })
}
if (values.docs) for (const name of await readdir(docs)) await cp(join(folder, name), join(docs, name))
const done = values.widths ? `${viewsMeasured()} views measured` : `${picturesTaken()} pictures`
console.log(`${done} in ${Math.round((Date.now() - began) / 1000)} s`)
