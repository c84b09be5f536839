import { randomBytes, randomUUID } from 'node:crypto'
import type { Staff, StaffRole } from '@minefall/shared/contracts/desk'
import { ownerDirectory, silentLogger } from '@minefall/shared/node'
import { Secret, TOTP } from 'otpauth'
import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { minute, newAddress, openAccounts } from '../accounts/testing.ts'
import type { Database } from '../db/index.ts'
import { startHealth } from '../health/index.ts'
import { edgeKeyHeader } from '../http/index.ts'
import { edgeKey, openHttp } from '../http/testing.ts'
import { startSupport } from '../support/index.ts'
import { defaultMatchSettings, defaultWalletSettings } from '../testing-settings.ts'
import { addStaff, type Office } from './staff/manage.ts'
import { startDesk } from './start-desk.ts'
import type { World } from './world.ts'

const key = new Uint8Array(32).fill(9)

/** The settings of a desk that no one set anything of, but that one person may approve any number of small orders. */
export const defaultDeskSettings: World['settings'] = {
  ...defaultWalletSettings,
  secondPersonInDay: 10n ** 12n,
  secondPersonInWeek: 10n ** 12n,
  limitRaiseMs: 24 * 60 * minute,
  privateLossMost: 10_000n,
}

/** A member of staff with everything that they sign in with. */
export type Hired = Staff & { password: string; secret: Uint8Array }

export type From = { token?: string | undefined; address?: string; language?: string }

/** The desk over HTTP as a BFF sees it, beside accounts that players sign in to; the clock is that of both. */
export const openDesk = async (db: Database, given: Partial<World> = {}) => {
  const metrics = new Registry()
  const at = await openAccounts(db, { metrics })
  const common = { db, bus: at.bus, clock: at.clock, log: silentLogger(), newId: randomUUID, randomBytes }
  const support = startSupport({
    ...common,
    accounts: at.accounts,
    guests: at.guests,
    guestBytesPerDay: 4_000_000,
  })
  const owners = ownerDirectory(common)
  const health = startHealth({
    ...common,
    metrics,
    node: 'platform-1',
    historyMs: 86_400_000,
    historyRows: 100_000,
    owners,
    ledgerCheckMs: 3_600_000,
    loopLateMs: () => 3,
  })
  const world: World = {
    ...common,
    route: at.bus,
    owners,
    health,
    presence: support.presence,
    hasher: at.accounts.hasher,
    mail: at.accounts.mail,
    staffKeys: { current: { keyId: '1', key }, all: new Map([['1', key]]) },
    settings: defaultDeskSettings,
    play: defaultMatchSettings,
    publicUrl: undefined,
    ...given,
  }
  const office: Office = world
  const told: { player: string | null; orderId: string; status: string }[] = []
  at.bus.subscribe(
    'player.order',
    null,
    ({ orderId, status }, player) => void told.push({ player, orderId, status }),
  )
  const started = startDesk(world)
  const app = await openHttp([at.accounts.routes, support.routes, started.routes])

  const headersOf = ({ token, address = '203.0.113.9', language = 'en-US' }: From = {}) => ({
    [edgeKeyHeader]: edgeKey,
    'x-forwarded-for': address,
    'accept-language': language,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  })
  const inject = (method: 'GET' | 'POST', path: string, from?: From, body?: object) =>
    app.inject({ method, url: `/api/${path}`, headers: headersOf(from), ...(body && { payload: body }) })
  const call = async (...asked: Parameters<typeof inject>) => {
    const response = await inject(...asked)
    return { status: response.statusCode, ...response.json() }
  }
  const get = (path: string, from: From = {}) => call('GET', `desk/${path}`, from)
  const post = (path: string, from: From = {}, body?: object) => call('POST', `desk/${path}`, from, body)

  let hired = 0
  const hire = async (
    role: StaffRole,
    { email = `staff${++hired}@house.example`, password = `paper lantern ${hired}` } = {},
  ): Promise<Hired> => {
    const added = await addStaff(office, { email, name: `Staff ${email.split('@')[0]}`, role, password })
    if (!added) return expect.fail(`${email} is taken`)
    return { ...added.staff, password, secret: added.secret }
  }

  /** The code of the second factor, `steps` from now. */
  const codeOf = ({ secret }: Pick<Hired, 'secret'>, steps = 0): string =>
    new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) }).generate({
      timestamp: at.clock.now() + steps * 30_000,
    })

  const login = (
    person: Pick<Hired, 'email' | 'password' | 'secret'>,
    { address = newAddress(), code = codeOf(person) }: { address?: string; code?: string } = {},
  ) => post('login', { address }, { email: person.email, password: person.password, code })

  /** Signs in half a minute later, with a code that was not used before. */
  const signIn = async (person: Hired): Promise<{ token: string }> => {
    await at.clock.advance(minute / 2)
    const { data, ...rest } = await login(person)
    expect(rest).toMatchObject({ status: 200, code: 200 })
    return { token: String(data.token) }
  }
  /** Someone new with this role, signed in. */
  const staff = async (role: StaffRole) => {
    const person = await hire(role)
    return { ...person, ...(await signIn(person)) }
  }

  return {
    ...at,
    world,
    office,
    told,
    app,
    headersOf,
    inject,
    call,
    get,
    post,
    hire,
    codeOf,
    login,
    signIn,
    /** Signs a player in, registering on the way. */
    signInPlayer: at.signIn,
    staff,
    close: async () => {
      await app.close()
      await started.close()
      await health.close()
      await support.close()
      await at.close()
    },
  }
}
export type OpenDesk = Awaited<ReturnType<typeof openDesk>>
