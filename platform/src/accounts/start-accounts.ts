import type { AccountCenter } from '@minefall/shared/contracts/rest'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import type { Refusal } from '../http/index.ts'
import { repeat } from '../jobs/repeating.ts'
import {
  type Channel,
  type Channels,
  createInbox,
  deliver,
  type Inbox,
  type Message,
  type SmsGatewayOptions,
  smsGatewayChannel,
  smtpChannel,
} from './channels/channels.ts'
import { type Owner, ownerOfAccounts } from './owner.ts'
import { argon2Hasher, type HashCost, type Hasher } from './passwords/hasher.ts'
import { readCenter } from './profile.ts'
import { loginRoutes, securityRoutes, termsRoutes } from './routes/account-routes.ts'
import { signedIn } from './routes/caller.ts'
import { inboxRoutes } from './routes/inbox-routes.ts'
import { profileRoutes } from './routes/profile-routes.ts'
import { authenticate, type SignedInAs } from './sessions/authenticate.ts'
import { answerSessionChecks } from './sessions/sessions.ts'
import { lifetimes } from './settings.ts'
import { codeMetrics, type UndoStep, type World } from './world.ts'

/** How often expired rows are deleted, in milliseconds. */
const everyMs = 600_000
/** The longest counting window. */
const countedMs = 86_400_000

/** Sessions, and devices, that are kept of one account: the newest. */
const keptOfAccount = 100

/** Deletes expired codes and counts, and sessions past their limits. */
const sweep = async ({ db, clock }: World): Promise<void> => {
  const now = clock.now()
  await db.query('delete from one_time_code where expires_at < $1', [new Date(now)])
  await db.query('delete from counted where at < $1', [new Date(now - countedMs)])
  await db.query('delete from spent_bytes where since < $1', [new Date(now - countedMs)])
  await db.query('delete from session where issued_at < $1', [new Date(now - lifetimes.session)])
  await db.query('delete from contact_change where undo_until < $1', [new Date(now - lifetimes.changes)])
  await db.query('delete from known_device where seen_at < $1', [new Date(now - lifetimes.device)])
  // An account may sign in any number of times, each time on another device.
  await db.query(
    `delete from session where id in (
       select id from (select id, row_number() over (partition by player_id order by issued_at desc) as nth from session) s
       where nth > ${keptOfAccount})`,
  )
  await db.query(
    `delete from known_device where (player_id, device_hash) in (
       select player_id, device_hash from (
         select player_id, device_hash, row_number() over (partition by player_id order by seen_at desc) as nth
         from known_device) d
       where nth > ${keptOfAccount})`,
  )
}

/** Sweeps every ten minutes until it is stopped. A sweep that fails is logged; the next one does its work too. */
const startSweeping = (world: World): (() => Promise<void>) => {
  const { clock, log } = world
  const failed = (error: unknown) => log.error({ err: error }, 'accounts could not be swept')
  return repeat({ job: 'accounts', clock, everyMs, failed }, () => sweep(world))
}

export type AccountsOptions = Omit<World, 'channels' | 'hasher' | 'metrics' | 'afterwards' | 'undoSteps'> & {
  /** The metrics of code delivery. */
  metrics: Registry
  /** A channel that isn't set falls back to the inbox, outside production; in production nothing is sent by it. */
  email: { url: string; from: string } | null
  sms: SmsGatewayOptions | null
  production: boolean
  hashing: { cost: HashCost; atOnce: number }
}

export type Accounts = {
  /** The owner of a token. */
  authenticate(token: string): Promise<SignedInAs | Refusal>
  /** The caller. Throws what `answerRefusals` answers if not signed in. */
  signedIn(request: FastifyRequest): Promise<SignedInAs>
  /** The user, and how the account is secured. */
  readCenter(me: SignedInAs): Promise<AccountCenter>
  /** How owners prove themselves before money moves, and are notified. */
  owner: Owner
  /** Runs this too whenever a change of a contact is undone. */
  onUndo(step: UndoStep): void
  /** Sends an email to someone who is no player; false if it can't be sent. */
  mail(message: Message): Promise<boolean>
  /** What passwords are hashed with. */
  hasher: Hasher
  routes: FastifyPluginAsyncZod
  close(): Promise<void>
}

/** Hashes that may wait in line: a few seconds' worth. */
const waitingHashes = 100

/** Opens the channels and answers for accounts until it is closed. */
export const startAccounts = async (options: AccountsOptions): Promise<Accounts> => {
  const { email, sms, production, hashing, metrics, ...given } = options
  const inbox: Inbox | null = production ? null : createInbox(given)
  const fallback = (kind: 'email' | 'phone'): Channel | null => inbox?.channel(kind) ?? null
  const mail = email && (await smtpChannel(email))
  const channels: Channels = {
    email: mail ?? fallback('email'),
    phone: sms ? smsGatewayChannel(sms) : fallback('phone'),
  }
  for (const [kind, channel] of Object.entries(channels))
    if (!channel) given.log.warn({ kind }, 'no channel is set for these contacts: no one can be sent a code')
  const hasher = await argon2Hasher({ ...hashing, waiting: waitingHashes, randomBytes: given.randomBytes })
  const underWay = new Set<Promise<void>>()
  const afterwards = (work: () => Promise<void>) => {
    const done = work()
      .catch((error: unknown) => given.log.error({ err: error }, 'what follows an answer failed'))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  const world: World = {
    ...given,
    channels,
    hasher,
    metrics: codeMetrics(metrics),
    afterwards,
    undoSteps: [],
  }
  const stopSweeping = startSweeping(world)
  const stopAnswering = answerSessionChecks(world)
  return {
    authenticate: (token) => authenticate(world, token),
    signedIn: (request) => signedIn(world, request),
    readCenter: (me) => readCenter(world, me),
    owner: ownerOfAccounts(world),
    mail: async (message) =>
      channels.email !== null &&
      (await deliver({ channel: channels.email, log: given.log }, message)) === 'sent',
    onUndo: (step) => void world.undoSteps.push(step),
    hasher,
    routes: async (app) => {
      for (const routes of [loginRoutes, profileRoutes, securityRoutes, termsRoutes])
        await app.register(routes, { world })
      const messages = async () => {
        await Promise.all(underWay)
        return inbox?.messages() ?? []
      }
      if (inbox && (!mail || !sms)) await app.register(inboxRoutes, { messages })
    },
    close: async () => {
      stopAnswering()
      await stopSweeping()
      await Promise.all(underWay)
      mail?.close()
      await hasher.close()
    },
  }
}
