import { randomBytes } from 'node:crypto'
import type { Call, Envelope } from '@minefall/shared/contracts'
import { addressOf } from '@minefall/shared/contracts'
import { type DailyTry, dailyCalls } from '@minefall/shared/contracts/rest'
import { type DailyRules, dayOf, dealDay } from '@minefall/shared/daily'
import { type Clock, type Logger, silentLogger } from '@minefall/shared/node'
import { v7 as newUuid } from 'uuid'
import { device, type From, openAccounts } from '../accounts/testing.ts'
import type { Database } from '../db/index.ts'
import { edgeKeyHeader } from '../http/index.ts'
import { edgeKey, openHttp } from '../http/testing.ts'
import { appendLine, type NewLine } from '../matches/journal/log-line.ts'
import type { Patience } from '../matches/journal/persist.ts'
import { takeAllShards } from '../matches/shards/shards.ts'
import { keyRing } from '../matches/testing.ts'
import { readBoard, readSeed } from './boards.ts'
import { startDaily } from './index.ts'

/** Both keys are read, and the first is used. */
const sealKeys = keyRing('next', 'first')
/** The first was taken away. */
export const nextSealKeys = keyRing('next')

/**
 * For tests alone: the boards of days over HTTP from `at` on (milliseconds since 1970), beside accounts and the log, with
 * a clock to move. A match host would beat through every second of a day.
 */
export const openDaily = async (
  db: Database,
  { at: from, log = silentLogger() }: { at: number; log?: Logger },
) => {
  const at = await openAccounts(db)
  const { clock, guests, accounts } = at
  await clock.advance(from - clock.now())
  const patience: Patience = {
    ...{ clock, log, retryMs: [1, 1] },
    closed: () => false,
    onClosing: () => () => {},
  }
  const holdLog = async () => {
    const taken = await takeAllShards(db, 'test')
    const held = (number: number) => taken.find(({ shard }) => shard.number === number)?.shard ?? null
    for (const { shard } of taken) shard.held = true
    return {
      isHeld: () => true,
      appendLine: (line: NewLine) => appendLine({ db, patience, shards: { held } }, line),
    }
  }
  /** How many of the jobs wait for their next turn. */
  let waiting = 0
  const jobsClock: Clock = {
    ...clock,
    after(ms, run) {
      waiting += 1
      return clock.after(ms, () => {
        waiting -= 1
        run()
      })
    },
  }
  let jobs = 0
  let keysNow = sealKeys
  const start = async () => {
    const options = { db, log, newId: newUuid, randomBytes, sealKeys: keysNow, accounts, guests }
    const matches = await holdLog()
    waiting = 0
    const started = startDaily({ ...options, clock: jobsClock, matches })
    jobs = waiting
    return started
  }
  let daily = await start()
  let app = await openHttp([daily.routes], log)

  const call = async <C extends Call>(
    { method, ...called }: C,
    from: From,
    { body, query }: { body?: object; query?: object } = {},
  ): Promise<Envelope<unknown>> => {
    const response = await app.inject({
      method,
      url: addressOf(called, { ...(query && { query }) }),
      headers: {
        [edgeKeyHeader]: edgeKey,
        ...(from.token !== undefined && { authorization: `Bearer ${from.token}` }),
        ...(from.deviceId !== undefined && { 'x-device-id': from.deviceId }),
        'x-forwarded-for': from.address ?? '203.0.113.1',
      },
      ...(method === 'POST' && { payload: body ?? {} }),
    })
    return response.json()
  }
  const data = async <T>(
    answer: Promise<Envelope<unknown>>,
    schema: { parse(value: unknown): T },
  ): Promise<T> => {
    const { code, data } = await answer
    if (code !== 200) throw new Error(`refused with ${code}`)
    return schema.parse(data)
  }
  const today = () => dayOf(clock.now())
  const begin = (from: From, day = today()) => call(dailyCalls.begin, from, { body: { day } })
  const open = (from: From, tile: number, day = today()) =>
    call(dailyCalls.open, from, { body: { day, tile } })
  /** The seed of a day, which no one has but the platform. */
  const seedOf = (day: string) => readSeed(db, sealKeys.all, day)
  const layoutOf = async (day = today()) => {
    const rules: DailyRules | undefined = (await readBoard(db, day))?.rules
    if (!rules) throw new Error(`${day} has no board`)
    const boards = dealDay(day, await seedOf(day), rules)
    const openers = boards.openers(0)
    const tiles = Array.from({ length: rules.w * rules.h }, (_, tile) => ({
      number: tile,
      ...boards.tile(0, tile),
    }))
    const closed = tiles.filter(({ number }) => !openers.includes(number))
    const numbers = (mine: boolean) => closed.filter((one) => one.mine === mine).map(({ number }) => number)
    return { rules, openers, tiles, mines: numbers(true), safe: numbers(false) }
  }
  const mine = (answer: Promise<Envelope<unknown>>): Promise<DailyTry> => data(answer, dailyCalls.open.answer)
  /** Begins, opens so many safe tiles, and ends by mines. Resolves when it is judged. */
  const play = async (from: From, safe: number, day = today()): Promise<void> => {
    const layout = await layoutOf(day)
    await mine(begin(from, day))
    for (const tile of [...layout.safe.slice(0, safe), ...layout.mines.slice(0, layout.rules.lives)])
      await mine(open(from, tile, day))
    await judged()
  }
  /** Resolves when every try that is over is judged. */
  const judged = async () => {
    for (;;) {
      const { count } = await db.query('select from daily_try where ended_at is not null and exact is null')
      if (count === 0) return
      await new Promise(setImmediate)
    }
  }
  /** Resolves when no job is at work: one that is takes no notice of the clock. */
  const rested = async () => {
    while (waiting < jobs) await new Promise(setImmediate)
  }
  return {
    ...{ at, clock, sealKeys, call, data, today, begin, open, mine, seedOf, layoutOf, play, judged, device },
    /** Lets the keeper look, and resolves when it has done what was due. */
    async keep() {
      await rested()
      await clock.advance(1_000)
      await rested()
    },
    /** Ends the program, and starts another on the same database after `awayMs` milliseconds, with these keys from then on. */
    async restart(awayMs = 0, keys = keysNow) {
      await app.close()
      await daily.close()
      await clock.advance(awayMs)
      keysNow = keys
      daily = await start()
      app = await openHttp([daily.routes], log)
    },
    async close() {
      await app.close()
      await daily.close()
      await at.close()
    },
  }
}
export type OpenDaily = Awaited<ReturnType<typeof openDaily>>
