import { silentLogger } from '@minefall/shared/node'
import { Registry } from 'prom-client'
import { v7 as newUuid } from 'uuid'
import { openAccounts } from '../accounts/testing.ts'
import type { Database } from '../db/index.ts'
import { buildHttp, edgeKeyHeader } from '../http/index.ts'
import type { SaferPlaySettings } from './settings.ts'
import { startSaferPlay } from './start-safer-play.ts'
import type { World } from './world.ts'

const edgeKey = 'e'.repeat(64)
export const hour = 3_600_000
export const day = 24 * hour

/** For tests alone: safer play over HTTP, as a BFF sees it, with a clock to move. */
export const openSaferPlay = async (
  db: Database,
  { settings, ...given }: Partial<Omit<World, 'settings'>> & { settings?: Partial<SaferPlaySettings> } = {},
) => {
  const at = await openAccounts(db)
  const log = silentLogger()
  const world: World = {
    db,
    bus: at.bus,
    clock: at.clock,
    log,
    newId: newUuid,
    accounts: at.accounts,
    settings: { barredCountries: ['FR'], limitRaiseMs: day, ...settings },
    ...given,
  }
  const saferPlay = startSaferPlay(world)
  const app = await buildHttp({
    log,
    edgeKey,
    ready: () => true,
    metrics: new Registry(),
    newId: newUuid,
    routes: async (scope) => {
      await scope.register(saferPlay.routes)
    },
  })
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
  /** Somebody who has just registered. */
  const somebody = async () => {
    const { id, token } = await at.signIn(`${newUuid()}@home.example`)
    return {
      id,
      token,
      get: (path = '') => call('GET', path, { token }),
      post: (path: string, body: object = {}) => call('POST', path, { token, body }),
    }
  }
  return {
    accounts: at,
    world,
    clock: at.clock,
    inject,
    call,
    somebody,
    close: async () => {
      await app.close()
      await at.close()
    },
  }
}
export type OpenSaferPlay = Awaited<ReturnType<typeof openSaferPlay>>
