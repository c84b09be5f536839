import type { ConnectionRow, DeskServerMessageName, Staff } from '@minefall/shared/contracts/desk'
import { connectionTotalsSchema, deskServerMessages, rowsAtOnce } from '@minefall/shared/contracts/desk'
import type { Page, WebSocketRoute } from '@playwright/test'

const states = ['live', 'live', 'live', 'live', 'lagging', 'resuming', 'lost'] as const

/** A connection; `turn` is how often it has changed. */
const rowOf = (number: number, turn: number): ConnectionRow => {
  const state = states[number % 97 < 90 ? 0 : number % 7] ?? 'live'
  const recent = Array.from({ length: 12 }, (_, step) => 30 + ((number * 7 + (turn + step) * 31) % 300))
  const [row] = deskServerMessages['connections.rows'].parse({
    reset: false,
    more: false,
    gone: [],
    rows: [
      {
        id: number.toString(16).padStart(16, '0'),
        edge: `edge-${number % 3}`,
        tab: `tab-${number}`,
        playerId: `player-${number}`,
        name: `Player ${number}`,
        guest: number % 9 === 0,
        avatar: 'fox',
        state,
        cause: state === 'live' ? null : 'waiting',
        since: 1_700_000_000_000 + number,
        stateSince: 1_700_000_000_000 + number,
        roundTripMs: recent.at(-1) ?? null,
        jitterMs: number % 40,
        recent,
        transport: 'websocket',
        device: ['Android, Chrome', 'iPhone, Safari', 'Windows, Edge'][number % 3] ?? '',
        locale: 'en-US',
        reconnectsLastHour: number % 6,
        lastClose: null,
        matches: [],
        seqLag: turn % 5,
        unacknowledged: 0,
        queuedBytes: 0,
      },
    ],
  }).rows
  if (!row) throw new Error('a row was lost')
  return row
}

const totals = connectionTotalsSchema.parse({
  live: 5_000,
  lagging: 0,
  resuming: 0,
  lost: 0,
  inMatch: 0,
  matches: 0,
  p50: 60,
  p95: 200,
  reconnects: 0,
  backSoon: 0,
  closes: {},
})

/**
 * Puts a live connection of the test's own in place of the desk's: so many connections, of which one in five changes
 * every second. Ends with the page.
 */
export const pretendConnections = async (page: Page, staff: Staff, total: number): Promise<void> => {
  const serve = (socket: WebSocketRoute) => {
    const tell = (name: DeskServerMessageName, payload: unknown) =>
      socket.send(`42${JSON.stringify([name, payload])}`)
    let turn = 0
    const tellRows = (rows: readonly ConnectionRow[], reset: boolean) => {
      for (let from = 0; from < rows.length; from += rowsAtOnce)
        tell('connections.rows', {
          reset: reset && from === 0,
          more: reset && from + rowsAtOnce < rows.length,
          rows: rows.slice(from, from + rowsAtOnce),
          gone: [],
        })
      tell('connections.totals', totals)
    }
    const all = Array.from({ length: total }, (_, number) => rowOf(number, 0))
    let timer: NodeJS.Timeout | undefined
    const change = () => {
      turn += 1
      tellRows(
        all
          .filter((_, number) => number % 5 === turn % 5)
          .map(({ id }) => rowOf(Number.parseInt(id, 16), turn)),
        false,
      )
    }
    socket.onMessage((message) => {
      const text = String(message)
      if (text.startsWith('40')) {
        socket.send('40{"sid":"pretended"}')
        tell('welcome', { staff, serverAt: Date.now(), release: 'pretended' })
      }
      const asked = /^42(\d+)\["([^"]+)"/.exec(text)
      if (asked) socket.send(`43${asked[1]}[{"code":200,"msg":"ok","data":null}]`)
      if (asked?.[2] !== 'connections.watch') return
      tellRows(all, true)
      timer ??= setInterval(change, 1_000)
    })
    socket.onClose(() => clearInterval(timer))
    page.once('close', () => clearInterval(timer))
    socket.send(
      '0{"sid":"pretended","upgrades":[],"pingInterval":600000,"pingTimeout":600000,"maxPayload":1000000}',
    )
  }
  await page.routeWebSocket(/\/desk\/socket\.io\//, serve)
}

/** How long frames took while `act` ran, in milliseconds: the median, and what 95 of a hundred stay below. */
export const framesDuring = async (
  page: Page,
  act: () => Promise<void>,
): Promise<{ p50: number; p95: number }> => {
  const frames = await page.evaluateHandle(() => {
    const took: number[] = []
    let last = performance.now()
    const next = (now: number) => {
      took.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    return took
  })
  await act()
  const took = (await frames.jsonValue()).sort((a, b) => a - b)
  const at = (share: number) => Math.round((took[Math.floor(took.length * share)] ?? 0) * 10) / 10
  return { p50: at(0.5), p95: at(0.95) }
}
