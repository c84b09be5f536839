import { playStateSchema } from '@minefall/shared/contracts/rest'
import { silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { v7 as newUuid } from 'uuid'
import { openAccounts } from '../accounts/testing.ts'
import type { Database } from '../db/index.ts'
import { edgeKeyHeader } from '../http/index.ts'
import { edgeKey, openHttp } from '../http/testing.ts'
import { startSaferPlay } from './start-safer-play.ts'
import type { SaferPlaySettings, World } from './world.ts'

export const hour = 3_600_000
export const day = 24 * hour

/**
 * For tests alone: safer play over HTTP, as a BFF sees it. Its clock is its own: sessions don't end when it is moved.
 */
export const openSaferPlay = async (
  db: Database,
  { settings, ...given }: Partial<Omit<World, 'settings'>> & { settings?: Partial<SaferPlaySettings> } = {},
) => {
  const at = await openAccounts(db)
  const clock = manualClock(at.clock.now())
  const log = silentLogger()
  const world: World = {
    db,
    bus: given.bus ?? at.bus,
    route: given.bus ?? at.bus,
    clock,
    log,
    newId: newUuid,
    accounts: at.accounts,
    settings: { barredCountries: ['FR'], limitRaiseMs: day, privateLossMost: 10_000n, ...settings },
    ...given,
  }
  const saferPlay = await startSaferPlay(world)
  const app = await openHttp([saferPlay.routes])
  const inject = (method: 'GET' | 'POST', path: string, { token, body }: { token?: string; body?: object }) =>
    app.inject({
      method,
      url: `/api/user/play${path}`,
      headers: {
        [edgeKeyHeader]: edgeKey,
        'accept-language': 'en-US',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { payload: body }),
    })
  const call = async (...asked: Parameters<typeof inject>) => {
    const response = await inject(...asked)
    return { status: response.statusCode, ...response.json() }
  }
  /** Someone who has just registered. */
  const someone = async () => {
    const { id, token, email } = await at.signIn(`${newUuid()}@home.example`)
    const get = (path = '') => call('GET', path, { token })
    return {
      id,
      token,
      email,
      get,
      post: (path: string, body: object = {}) => call('POST', path, { token, body }),
      state: async () => playStateSchema.parse((await get()).data),
    }
  }
  /** What a player set, in order. */
  const eventsOf = async (playerId: string) => {
    const { rows } = await db.query(
      'select action, detail from safer_play_event where player_id = $1 order by id',
      [playerId],
    )
    return rows.map(({ action, detail }) => ({ action, ...Object(detail) }))
  }
  return {
    inbox: at.inbox,
    world,
    clock,
    inject,
    call,
    someone,
    eventsOf,
    close: async () => {
      await app.close()
      await saferPlay.close()
      await at.close()
    },
  }
}
export type OpenSaferPlay = Awaited<ReturnType<typeof openSaferPlay>>
