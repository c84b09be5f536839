import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import {
  type Bus,
  type Clock,
  type Logger,
  startupError,
  systemClock,
  tryListening,
} from '@minefall/shared/node'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { v7 as newUuid } from 'uuid'
import { accountOptionsOf, limitColumns, newGuestLimits, startAccounts } from './accounts/index.ts'
import { startAnalytics } from './analytics/index.ts'
import { arenaSettingsOf, startArenas } from './arena/index.ts'
import { showLastBackup } from './backup/last-backup.ts'
import { countingRequests } from './bus/counting.ts'
import { withdrawing } from './bus/withdrawing.ts'
import { databasePlace, type PlatformSettings } from './config.ts'
import { startDaily } from './daily/index.ts'
import { openDatabase, watchDatabase } from './db/index.ts'
import { addFirstAdmin, startDesk } from './desk/index.ts'
import { fairnessRoutes, readSigners, startWalking } from './fairness/index.ts'
import { startFollowing } from './follow/index.ts'
import { showDisk, startHealth, watchLoop } from './health/index.ts'
import { buildHttp, readEdgeKeys, readKeyRing, readSealKeys } from './http/index.ts'
import { showJobs } from './jobs/repeating.ts'
import { startReconciling } from './ledger/index.ts'
import { gameRoutes, matchSettingsOf, seatedOf, startMatches } from './matches/index.ts'
import { guestBook, startPlayers } from './players/index.ts'
import { ratingRoutes } from './rating/index.ts'
import { rewardsSettingsOf, startRewards } from './rewards/index.ts'
import { saferPlaySettingsOf, startSaferPlay } from './safer-play/index.ts'
import { startSkill } from './skill/index.ts'
import { startSupport, unreadOf } from './support/index.ts'
import { openTerms } from './terms/index.ts'
import { startWallet, walletSettingsOf } from './wallet/index.ts'

export type PlatformOptions = {
  settings: PlatformSettings
  bus: Bus
  /** Whether other platforms may share the matches over the bus. */
  shared?: boolean
  /** Called when another program goes on under this node's name: this one is to end. */
  replaced?: () => void
  clock?: Clock
  log: Logger
}

export type Platform = {
  /** Where it listens, `http://127.0.0.1:<port>`. */
  address: string
  /** What a BFF must send in the header `x-minefall-edge`. */
  edgeKey: string
  /** The first admin's credentials, made with a new database outside production; shown once, stored nowhere. */
  firstAdmin: string | null
  /** Whether it may be sent work: its matches are recovered, and it is not about to stop. */
  ready(): boolean
  /** Hands matches over, then stops in the reverse order of the start; calling it again does nothing more. */
  close(): Promise<void>
}

/** A start-up error for a listen error the operator can fix; otherwise the error itself. */
const listenProblem = (error: unknown, { PLATFORM_HOST, PLATFORM_PORT }: PlatformSettings): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return startupError(
      `Port ${PLATFORM_PORT} on ${PLATFORM_HOST} is taken by another program; set PLATFORM_PORT to a free one, or to 0 for any.`,
      error,
    )
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return startupError(
      `The platform can't listen on ${PLATFORM_HOST} port ${PLATFORM_PORT}; check PLATFORM_HOST and PLATFORM_PORT.`,
      error,
    )
  return error
}

/**
 * Starts the system of record: keys, database, matches (every live one recovered), players, HTTP. When a step
 * fails, what was started before it is closed again. Rejects with a start-up error where its reader can act.
 */
export const startPlatform = async (options: PlatformOptions): Promise<Platform> => {
  const { settings, shared = false, replaced = () => {}, clock = systemClock, log } = options
  const closers: (() => void | Promise<void>)[] = []
  /** Hands this node's work to others while it still answers. */
  let leave: () => Promise<void> = async () => {}
  let closed: Promise<void> | null = null
  const closeAll = async () => {
    await leave()
    for (const close of closers.reverse()) await close()
  }
  const close = () => {
    closed ??= closeAll()
    return closed
  }

  try {
    const host = settings.PLATFORM_HOST
    const port = settings.PLATFORM_PORT
    const refuse = (error: unknown) => {
      throw listenProblem(error, settings)
    }
    // First of all: a start that can't listen must leave no keys and no database behind.
    await tryListening(host, port).catch(refuse)

    const terms = await openTerms(settings.TERMS_DIR)

    const dataDir = resolve(settings.DATA_DIR)
    const edgeKeys = await readEdgeKeys(dataDir)
    const sealKeys = await readSealKeys(dataDir)
    const signers = await readSigners(dataDir)
    const accountKeys = {
      token: await readKeyRing(dataDir, 'token'),
      code: await readKeyRing(dataDir, 'code'),
      pepper: await readKeyRing(dataDir, 'pepper'),
    }

    const metrics = new Registry()
    collectDefaultMetrics({ register: metrics })
    showJobs(metrics)
    showDisk(metrics, resolve(dataDir, 'keys'))
    closers.push(() => metrics.clear())
    const { bus, answer } = withdrawing(countingRequests(options.bus, metrics))
    const node = settings.NODE_NAME ?? `platform-${randomBytes(4).toString('hex')}`

    const db = await openDatabase({
      ...databasePlace(settings),
      connections: settings.DATABASE_CONNECTIONS,
      watch: watchDatabase({ log, metrics, slowMs: settings.SLOW_STATEMENT_MS }),
      log,
    })
    closers.push(() => db.close())
    /** What the parts of it work with. */
    const base = { db, bus, clock, log, metrics, newId: newUuid, randomBytes }

    const guestLimits = {
      perHour: settings.GUESTS_PER_ADDRESS_HOUR,
      perDay: settings.GUESTS_PER_ADDRESS_DAY,
    }
    const guests = guestBook({
      key: (await readKeyRing(dataDir, 'guest')).current.key,
      clock,
      limitsOfNew: (address) => limitColumns(newGuestLimits(address, guestLimits), clock.now()),
    })

    const accounts = await startAccounts({
      ...base,
      ...accountOptionsOf(settings),
      terms,
      guests,
      keys: accountKeys,
    })
    closers.push(accounts.close)

    const matchSettings = matchSettingsOf(settings)
    const matches = await startMatches({
      ...base,
      node,
      shared,
      replaced,
      sealKeys,
      signers,
      owner: accounts.owner,
      settings: matchSettings,
    })
    closers.push(() => matches.close())
    // Requests any node may answer are left to nodes that are ready, as HTTP is.
    matches.onReady(answer)
    leave = matches.drain
    closers.push(
      startWalking({ ...base, signers, isHeld: matches.isHeld, everyMs: settings.FAIRNESS_CHECK_MS }),
    )
    closers.push(startReconciling({ ...base, everyMs: settings.LEDGER_CHECK_MS }))
    showLastBackup(metrics, { db, production: settings.NODE_ENV === 'production' })

    const wallet = await startWallet({
      ...base,
      accounts,
      settings: walletSettingsOf(settings),
      terms: terms.current,
      checkoutKeys: await readKeyRing(dataDir, 'checkout'),
    })
    closers.push(wallet.close)

    const saferPlay = await startSaferPlay({
      ...base,
      route: matches.route,
      accounts,
      settings: saferPlaySettingsOf(settings),
    })
    closers.push(saferPlay.close)

    const rewards = startRewards({ ...base, accounts, matches, settings: rewardsSettingsOf(settings) })
    closers.push(rewards.close)

    const arenas = startArenas({ ...base, accounts, matches, settings: arenaSettingsOf(settings) })
    closers.push(arenas.close)

    const skill = startSkill({ ...base, matches, signedIn: accounts.signedIn })
    closers.push(skill.close)

    const daily = startDaily({ ...base, sealKeys, accounts, guests, matches })
    closers.push(daily.close)
    const following = startFollowing({ ...base, accounts })
    closers.push(following.close)

    const support = startSupport({
      ...base,
      accounts,
      guests,
      guestBytesPerDay: settings.GUEST_BYTES_PER_DAY,
    })
    closers.push(support.close)

    const loop = watchLoop()
    closers.push(loop.close)
    const health = startHealth({
      ...base,
      node,
      historyMs: settings.CONNECTION_HISTORY_HOURS * 3_600_000,
      historyRows: settings.CONNECTION_HISTORY_ROWS,
      owners: matches.owners,
      ledgerCheckMs: settings.LEDGER_CHECK_MS,
      loopLateMs: loop.lateMs,
    })
    closers.push(health.close)

    const office = { ...base, hasher: accounts.hasher, staffKeys: await readKeyRing(dataDir, 'staff') }
    const desk = startDesk({
      ...office,
      mail: accounts.mail,
      route: matches.route,
      owners: matches.owners,
      presence: support.presence,
      health,
      settings: { ...walletSettingsOf(settings), ...saferPlaySettingsOf(settings) },
      play: matchSettingsOf(settings),
      publicUrl: settings.PUBLIC_URL,
    })
    closers.push(desk.close)

    const analytics = startAnalytics({
      ...base,
      authenticate: accounts.authenticate,
      bounds: {
        keepMs: settings.ANALYTICS_DAYS * 86_400_000,
        totalBytes: settings.ANALYTICS_BYTES,
        addressBytesPerHour: settings.ANALYTICS_BYTES_PER_ADDRESS,
        playerBytesPerHour: settings.ANALYTICS_BYTES_PER_PLAYER,
      },
    })
    closers.push(analytics.close)

    const players = startPlayers({
      ...base,
      guests,
      trialCoins: settings.TRIAL_REFILL,
      guestRetentionMs: settings.GUEST_DAYS * 86_400_000,
      authenticate: accounts.authenticate,
      seatedOf: (playerId) => seatedOf(db, playerId),
      unreadOf: (playerId) => unreadOf(db, playerId),
    })
    closers.push(players.close)

    const app = await buildHttp({
      ...base,
      edgeKeys: edgeKeys.accepted,
      metricsToken: settings.METRICS_TOKEN,
      ...(settings.NODE_ENV === 'production' ? { mayReadDocs: desk.mayReadDocs } : {}),
      ready: matches.ready,
      routes: async (app) => {
        const { signedIn } = accounts
        await app.register(gameRoutes, { db, rakeBps: settings.RAKE_BPS, signedIn })
        await app.register(accounts.routes)
        await app.register(wallet.routes)
        await app.register(saferPlay.routes)
        await app.register(rewards.routes)
        await app.register(arenas.routes)
        await app.register(skill.routes)
        await app.register(fairnessRoutes, { db, clock, signers })
        await app.register(ratingRoutes, { db, clock, accounts })
        await app.register(daily.routes)
        await app.register(following.routes)
        await app.register(desk.routes)
        await app.register(support.routes)
        await app.register(analytics.routes)
      },
    })
    closers.push(() => app.close())
    const address = await app.listen({ host, port }).catch(refuse)
    log.info({ address }, 'the platform is up')
    const wantsAdmin = db.isNew && settings.NODE_ENV !== 'production'
    const firstAdmin = wantsAdmin ? await addFirstAdmin(office) : null

    return {
      address,
      edgeKey: edgeKeys.shown,
      firstAdmin,
      ready: () => closed === null && matches.ready(),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
