import { randomBytes } from 'node:crypto'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { Registry } from 'prom-client'
import { v7 as newUuid } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Database, Sql } from '../db/index.ts'
import { edgeKeyHeader, isRefusal, type KeyRing, thisMachineHeader } from '../http/index.ts'
import { edgeKey, openHttp } from '../http/testing.ts'
import { device, testGuests } from '../players/testing.ts'
import { openTerms } from '../terms/index.ts'
import { defaultAccountSettings } from '../testing-settings.ts'
import { type Limit, limitColumns, subjectOf } from './limits.ts'
import type { Hasher } from './passwords/hasher.ts'
import type { AccountSettings } from './settings.ts'
import { type AccountsOptions, startAccounts } from './start-accounts.ts'

const keyRing = (byte: number): KeyRing => {
  const current = { keyId: '1', key: new Uint8Array(32).fill(byte) }
  return { current, all: new Map([[current.keyId, current.key]]) }
}

/** Where a call comes from, and its headers. */
export type From = {
  deviceId?: string
  token?: string | undefined
  address?: string
  language?: string
  /** What the page is shown in. */
  pageLanguage?: string
  userAgent?: string
}

type Answer = { status: number; code: number; msg: string; data: Record<string, unknown> }

/** Begins on its own day, so that no wall clock is ever near. */
const begin = Date.UTC(2026, 0, 2)

/** What allows nothing for so many milliseconds, or limits nothing. */
export const noneFor = (wait: number | null): Limit[] =>
  wait === null ? [] : [{ subject: subjectOf('none'), rate: { most: 0, withinMs: wait } }]

/** Accounts over HTTP as a BFF sees them, with cheap hashes, a clock to move and an inbox to read. */
export const openAccounts = async (
  db: Database,
  {
    settings,
    ...options
  }: Partial<Omit<AccountsOptions, 'settings'>> & { settings?: Partial<AccountSettings> } = {},
) => {
  const log = silentLogger()
  const terms = await openTerms(undefined)
  const bus = inProcessBus({ log })
  const clock = manualClock(begin)
  /** How long the networks of new guests have to wait, in milliseconds. */
  const crowd: { wait: number | null } = { wait: null }
  const guests = testGuests(clock, { limitsOfNew: () => limitColumns(noneFor(crowd.wait), clock.now()) })
  let ids = 0
  const closed: BusEvent<'player.close'>[] = []
  bus.subscribe('player.close', null, (close) => void closed.push(close))
  const accounts = await startAccounts({
    db,
    bus,
    clock,
    log,
    guests,
    trialCoins: 1_000n,
    welcomeCoins: 1_000n,
    newId: () => newUuid({ msecs: clock.now(), seq: ++ids }),
    randomBytes,
    keys: { token: keyRing(1), code: keyRing(2), pepper: keyRing(3) },
    settings: { ...defaultAccountSettings, ...settings },
    email: null,
    sms: null,
    production: false,
    hashing: { cost: { memoryKib: 8, passes: 1 }, atOnce: 2 },
    metrics: new Registry(),
    terms,
    ...options,
  })
  const app = await openHttp([accounts.routes], log)

  const headersOf = ({
    deviceId,
    token,
    address = '203.0.113.1',
    language,
    pageLanguage,
    userAgent = 'a browser',
  }: From) => ({
    [edgeKeyHeader]: edgeKey,
    [thisMachineHeader]: '1',
    'x-forwarded-for': address,
    'user-agent': userAgent,
    ...(deviceId === undefined ? {} : { 'x-device-id': deviceId }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(language === undefined ? {} : { 'accept-language': language }),
    ...(pageLanguage === undefined ? {} : { 'x-language': pageLanguage }),
  })

  const inject = (
    method: 'GET' | 'POST',
    url: string,
    body?: object | Buffer,
    from: From = {},
    headers = {},
  ) =>
    app.inject({
      method,
      url,
      headers: { ...headersOf(from), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })

  const call = async (...asked: Parameters<typeof inject>): Promise<Answer> => {
    const response = await inject(...asked)
    return { status: response.statusCode, ...response.json() }
  }
  const get = (path: string, from: From = {}) => call('GET', `/api/${path}`, undefined, from)
  const post = (path: string, body?: object, from: From = {}) => call('POST', `/api/${path}`, body, from)

  const inbox = async (): Promise<{ to: string; channel: string; subject: string; text: string }[]> =>
    (await inject('GET', '/dev/inbox', undefined, {}, { accept: 'application/json' })).json()

  /** The newest code that was sent to a contact. */
  const codeTo = async (contact: string): Promise<string> => {
    const message = (await inbox()).find(({ to, text }) => to === contact && /^\d{6} /.test(text))
    return message?.text.slice(0, 6) ?? expect.fail(`no code was sent to ${contact}`)
  }

  /** Asks for a code to an email address and reads it. Calls from a new network address unless one is given. */
  const askCode = async (email: string, given: From = {}): Promise<string> => {
    const from = { address: newAddress(), ...given }
    expect(await post('index/sendcode', { contactType: 'email', contact: email }, from)).toMatchObject({
      code: 200,
    })
    return codeTo(email)
  }

  /** Signs in with a code and registers a new address. Uses a new device unless one is given. */
  const signIn = async (email: string, { deviceId = device(), ...given }: From = {}) => {
    const from = { address: newAddress(), ...given }
    const code = await askCode(email, { ...from, deviceId })
    const body = { username: email, type: 4, code, device_id: deviceId }
    const { data, ...rest } = await post('index/login', body, { ...from, deviceId })
    expect(rest).toMatchObject({ status: 200, code: 200 })
    const me = { id: String(data.id), token: String(data.token), deviceId, email, user: data }
    /** A code for a change by this account, sent to its address or to a new one. */
    const ownCode = async (contact = email) => askCode(contact, { token: me.token, deviceId })
    /** Changes the email address with a code to the new one and a code to the present one. */
    const changeEmail = async (to: string) => {
      const proofs = { verificationCode: await ownCode(to), ownCode: await ownCode() }
      return post('user/emailupdate', { email: to, ...proofs }, me)
    }
    /** Sets {@link password}. */
    const setPassword = async () => {
      const change = { verificationCode: await ownCode(), newPassword: password }
      expect(await post('user/codepasswordchange', change, me)).toMatchObject({ code: 200 })
    }
    /** Sets {@link paymentPassword} on an account that has none. */
    const setPaymentPassword = async () => {
      const first = { currentPassword: '', newPassword: paymentPassword, verificationCode: await ownCode() }
      expect(await post('user/paypasswordchange', first, me)).toMatchObject({ code: 200 })
    }
    return { ...me, ownCode, changeEmail, setPassword, setPaymentPassword }
  }
  const newAccount = () => signIn(newEmail())

  /** Undoes the newest change of a contact with the link that was sent to this one. */
  const undoChange = async (contact: string) => {
    const letter = (await inbox()).find(({ to, text }) => to === contact && text.includes('/undo#'))
    const token = letter?.text.split('#')[1] ?? expect.fail(`${contact} was sent no link`)
    expect(await post('account/undo', { token })).toMatchObject({ code: 200 })
  }

  /** The account's answer to `GET /api/user/center`. */
  const centerOf = async ({ token }: { token: string }) => {
    const me = await accounts.authenticate(token)
    return isRefusal(me) ? expect.fail(`refused with ${me.refused}`) : accounts.readCenter(me)
  }

  return {
    db,
    terms,
    accounts,
    bus,
    clock,
    guests,
    crowd,
    closed,
    inject,
    get,
    post,
    inbox,
    codeTo,
    askCode,
    signIn,
    newAccount,
    undoChange,
    centerOf,
    spec: async () => (await inject('GET', '/docs/json')).json(),
    close: async () => {
      await app.close()
      await accounts.close()
      await bus.close()
    },
  }
}
export { device }
export type OpenAccounts = Awaited<ReturnType<typeof openAccounts>>
/** A signed-in account. */
export type TestAccount = Awaited<ReturnType<OpenAccounts['signIn']>>

/** Opens one database for a suite, and accounts on it for each test without the counts of earlier tests. */
export const accountsForEach = (
  open: () => Promise<Database>,
  use: (at: OpenAccounts) => void,
  options: Parameters<typeof openAccounts>[1] = {},
) => {
  let db: Database
  let at: OpenAccounts
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await db.query('delete from counted')
    at = await openAccounts(db, options)
    use(at)
  })
  afterEach(() => at.close())
}

/** Holds the answer to the next comparison or hash, from when it is `reached` until `goOn` is called. */
export const holdNext = (hasher: Hasher, work: 'verify' | 'hash') => {
  let reach = () => {}
  let goOn = () => {}
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const released = new Promise<void>((resolve) => (goOn = resolve))
  const { verify, hash } = hasher
  const held = async <T>(answer: Promise<T>): Promise<T> => {
    Object.assign(hasher, { verify, hash })
    await answer
    reach()
    await released
    return answer
  }
  if (work === 'verify') hasher.verify = (...asked) => held(verify(...asked))
  else hasher.hash = (...asked) => held(hash(...asked))
  return { reached, goOn }
}

/** Blocks an account, as staff do. */
export const setBlocked = (db: Sql, playerId: string, at: Date) =>
  db.query(
    `with blocker as (
       insert into staff (id, email, name, role, password_hash, totp_key_id, totp_sealed, created_at)
       values (gen_random_uuid(), gen_random_uuid() || '@house.example', 'Ann', 'admin', 'none', '1', '', $2) returning id)
     update login_account set blocked_at = $2, blocked_by = blocker.id, blocked_reason = 'a test', blocked_text = 'A test'
     from blocker where player_id = $1`,
    [playerId, at],
  )

export const password = 'giant hazel 7'
export const paymentPassword = 'payment hazel 9'

let emails = 0
/** An email address that no other test uses. */
export const newEmail = (): string => `player${++emails}@home.example`

let addresses = 0
/** A network address that no other test has. */
export const newAddress = (): string => `10.1.${++addresses >> 8}.${addresses & 255}`

/** Another code than this one. */
export const otherCode = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0')

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
