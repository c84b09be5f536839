import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '../../harness/accounts.ts'
import { inDatabase, type Place } from '../../harness/database-place.ts'
import { type Server, startServer } from '../../harness/server.ts'

const strike = fileURLToPath(new URL('../../harness/analytics-strike.mjs', import.meta.url))

const event = (eventId: string | null, nth: number) => ({
  eventType: 'button_click',
  eventName: 'rematch',
  sessionId: 'a-tab',
  timestamp: Date.now() + nth,
  deviceType: 'mobile',
  currentUrl: 'https://play.example/game/mines-duel',
  userId: null,
  userAgent: 'Mozilla/5.0',
  referrer: '',
  gameId: 'mines-duel',
  fromPage: 'game',
  additionalData: eventId === null ? {} : { eventId },
})
/** Events that are known by an id, and one that is known by what it says. */
const someEvents = () => [null, randomUUID(), randomUUID()].map(event)

/**
 * What is sent to the whole program is stored once: by many at once, and when the program is killed after storing it and
 * before it answers. `settings` say where its database is; `placeOf` where to look into it once it is down.
 */
export const toldOnce = (
  settings: () => Promise<Record<string, string>>,
  placeOf: (server: Server) => Place,
) => {
  let server: Server
  beforeAll(async () => {
    server = await startServer({ NODE_OPTIONS: `--import=${strike}`, ...(await settings()) })
  })
  afterAll(() => server?.remove())

  const tell = (body: object) => post(server.url, 'analytics/receiveEvents', body)
  const atOnce = (times: number, body: object) => Promise.all(Array.from({ length: times }, () => tell(body)))

  test('each event is stored once, however many send it at once or again after a kill between storing and answering', async () => {
    const batch = { events: someEvents(), timestamp: Date.now() }
    const answers = await atOnce(50, batch)
    expect(answers.map(({ code }) => code)).toEqual(Array(50).fill(200))

    const struck = { events: someEvents(), timestamp: Date.now() }
    const mark = join(server.dataDir, 'strike')
    await writeFile(mark, '')
    await Promise.allSettled([tell(struck), server.ended()])
    await rm(mark)
    await server.start()
    // The page knows nothing of what was stored, and tells it again later.
    expect(await tell({ ...struck, timestamp: Date.now() + 5_000 })).toMatchObject({
      code: 200,
      data: { stored: 0 },
    })

    await server.stop()
    const rows = await inDatabase(placeOf(server), (sql) =>
      sql.query('select event_name, count(*)::int as events from analytics_event group by event_name'),
    )
    expect(rows.rows).toEqual([{ event_name: 'rematch', events: batch.events.length + struck.events.length }])
  })
}
