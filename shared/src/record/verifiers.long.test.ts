import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { catalogue, voidReasonSchema } from '../game/index.ts'
import { signerOf } from '../node/signer.ts'
import { seededRandom } from '../testing/index.ts'
import { canonical, failedStep, verifyRecord } from './index.ts'
import { testHouse } from './testing-house.ts'
import { calledOff, callings, struckEarly } from './testing-lies.ts'

/** Reads texts as JSON, one a line; answers the last step of each and its outcome. */
const driver = `
import json, sys
sys.path.insert(0, "docs/verify")
from verify import check
for line in sys.stdin:
    step, outcome = list(check(json.loads(line)))[-1]
    print(step, outcome.split()[0])
`

/** What docs/verify/verify.py says of each text: the step that fails, or null. */
const python = (texts: readonly string[]): Promise<(string | null)[]> =>
  new Promise((resolve, reject) => {
    const child = spawn('python3', ['-c', driver], { cwd: new URL('../../..', import.meta.url) })
    let told = ''
    child.stdout.on('data', (data) => {
      told += String(data)
    })
    child.stderr.on('data', (data) => reject(new Error(String(data))))
    child.on('error', reject)
    child.on('close', () =>
      resolve(
        told
          .trimEnd()
          .split('\n')
          .map((line) => (line.endsWith(' fails') ? (line.split(' ')[0] ?? '') : null)),
      ),
    )
    child.stdin.end(texts.map((text) => `${JSON.stringify(text)}\n`).join(''))
  })

const houseOf = () => testHouse(signerOf(new Uint8Array(32).fill(7)))
const odds = { clock: 0.12, leave: 0.03, interrupt: 0.01, silent: 0.12 }

it('verify.py finds 1,000 records in order, as our own check does', async () => {
  const house = houseOf()
  const random = seededRandom(1)
  const texts: string[] = []
  for (let n = 0; n < 1_000; n += 1) {
    const table = catalogue[n % catalogue.length]
    if (!table) continue
    const rules = { ...table.rules, rakeBps: n % 3 === 0 ? 250 : 0 }
    const missing = n % 17 === 16 ? { missing: n % table.seats } : {}
    const { header } = house.play({ table: { ...table, rules, stake: '107' }, random, odds, ...missing })
    texts.push(await house.readRecord(header.matchId))
  }
  expect(new Set(await python(texts))).toEqual(new Set([null]))
  for (const text of texts) expect(failedStep(await verifyRecord(text))).toBeNull()
})

it('the command tells the outcome of each step, and names the one that fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'minefall-record-'))
  const file = join(folder, 'record.json')
  const verify = (text: string) => {
    writeFileSync(file, text)
    const { status, stdout } = spawnSync(process.execPath, ['scripts/verify.mjs', file], {
      cwd: new URL('../../..', import.meta.url),
      encoding: 'utf8',
    })
    return { status, said: stdout.split('\n').filter((line) => /^[✓✗–]/.test(line)), stdout }
  }
  const house = houseOf()
  const random = seededRandom(3)
  for (const gameId of ['mines-clues', 'mines-sealed-duel']) {
    const table = catalogue.find((one) => one.gameId === gameId)
    if (!table) throw new Error(`there is no ${gameId}`)
    const { header } = house.play({ table, random })
    const text = await house.readRecord(header.matchId)
    const good = verify(text)
    expect([good.status, good.said.length]).toEqual([0, 12])
    for (const line of good.said)
      expect(line).toMatch(/^(✓ [a-z]+ +Passed: [A-Z].+\.|– [a-z]+ +Doesn’t apply)$/)
    const bad = verify(text.replace(/"amount":"\d/, '"amount":"9'))
    expect(bad.status).toBe(1)
    expect(bad.said.at(-1)).toMatch(/^✗ [a-z]+ +Failed/)
    expect(bad.stdout).toMatch(/^The check fails at the step [a-z]+\.$/m)
  }
  rmSync(folder, { recursive: true })
})

it('both verifiers say that a salt which is no hex is not the form of one', async () => {
  const house = houseOf()
  const table = catalogue.find(({ gameId }) => gameId === 'mines-clues')
  if (!table) throw new Error('there is no table with clues')
  const { header } = house.play({ table, random: seededRandom(2) })
  const text = await house.readRecord(header.matchId)
  // The first salt is that of an opener, the last that of a tile a player opened.
  for (const at of [text.indexOf('"salt":"'), text.lastIndexOf('"salt":"')]) {
    const changed = `${text.slice(0, at + 8)}x${text.slice(at + 9)}`
    expect(failedStep(await verifyRecord(changed))?.step).toBe('form')
    expect(await python([changed])).toEqual(['form'])
  }
})

it('both verifiers name the same step for every clock that strikes early', async () => {
  const house = houseOf()
  const random = seededRandom(4)
  const texts: string[] = []
  for (let n = 0; n < 60; n += 1) {
    const table = catalogue[n % catalogue.length]
    if (!table) continue
    const missing = n % 6 === 5 ? { missing: 0 } : {}
    const { header } = house.play({ table, random, odds: { ...odds, clock: n % 3 ? 0.4 : 1 }, ...missing })
    for (const { early } of struckEarly(house.recordOf(header.matchId)))
      texts.push(canonical(house.signer.sign('record', early)))
  }
  const ours: (string | null)[] = []
  for (const text of texts) ours.push(failedStep(await verifyRecord(text))?.step ?? null)
  expect(new Set(ours)).toEqual(new Set(['links', 'moves', 'payouts']))
  expect(await python(texts)).toEqual(ours)
})

it('both verifiers name the same step for every reason that a match is called off', async () => {
  const house = houseOf()
  const random = seededRandom(5)
  const texts = catalogue.flatMap((table) => {
    const record = house.recordOf(house.play({ table, random }).header.matchId)
    return callings(record.document).flatMap(({ after }) =>
      voidReasonSchema.options.map((reason) =>
        canonical(house.signer.sign('record', calledOff(record, after, reason))),
      ),
    )
  })
  const ours: (string | null)[] = []
  for (const text of texts) ours.push(failedStep(await verifyRecord(text))?.step ?? null)
  expect(new Set(ours)).toEqual(new Set(['payouts', 'end']))
  expect(await python(texts)).toEqual(ours)
})

it.each([
  ['mines-duel', {}],
  ['mines-clues', {}],
  ['mines-classic', { missing: 1 }],
  ['mines-sealed-duel', {}],
] as const)(
  'both verifiers name the same step for every byte of a record of %s %j that is changed',
  async (gameId, given) => {
    const house = houseOf()
    const table = catalogue.find((one) => one.gameId === gameId)
    if (!table) throw new Error(`no table ${gameId}`)
    const { header } = house.play({ table, random: seededRandom(9), odds, ...given })
    const text = canonical(house.recordOf(header.matchId))
    const changed = [...text].map((letter, at) => {
      const code = letter.charCodeAt(0)
      return text.slice(0, at) + String.fromCharCode(code ^ (code > 0x7f ? 1 : 2)) + text.slice(at + 1)
    })
    const ours: (string | null)[] = []
    for (const one of changed) ours.push(failedStep(await verifyRecord(one))?.step ?? null)
    expect(ours.indexOf(null)).toBe(-1)
    expect(await python(changed)).toEqual(ours)
  },
)
