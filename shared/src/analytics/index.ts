import * as z from 'zod/mini'

/**
 * The pages that a view is counted of: the routes, and the modals over Home by their address. docs/analytics.md lists
 * the same.
 */
export const pageNames = [
  'home',
  'login',
  'games',
  'game',
  'theme-demo',
  'profile-modal',
  'profile',
  'wallet',
  'deposit',
  'withdraw',
  'history',
  'vip',
  'activities',
  'invite',
  'play',
  'themes',
  'settings',
] as const
export type PageName = (typeof pageNames)[number]

/** The buttons whose presses are counted, and no others; docs/analytics.md says what each is. */
export const buttonNames = [
  'play-trial',
  'play-coins',
  'return-to-match',
  'join-table',
  'private-table',
  'table-rules',
  'sit-down',
  'leave-match',
  'rematch',
  'watch-match',
  'watch-replay',
  'share-result',
  'match-help',
  'match-settings',
  'fullscreen',
  'log-in',
  'send-code',
  'submit-login',
  'log-out',
  'open-wallet',
  'deposit',
  'withdraw',
  'confirm-deposit',
  'confirm-withdrawal',
  'receive-gift',
  'save-theme',
  'share-theme',
  'report-problem',
  'open-chat',
  'install',
] as const
export type ButtonName = (typeof buttonNames)[number]

/** The most events a call may bring. */
export const eventsPerCall = 100
/** The largest call, in bytes: `eventsMost` events as large as pages make them. */
export const eventsBytesMax = 262_144
/** The largest call of a caller who is not signed in, in bytes: what browsers take as a beacon. */
export const anonymousBytesMax = 65_536

/** No text may hold characters that a database refuses, or half of a surrogate pair. */
const text = (most: number) =>
  z.string().check(z.maxLength(most, { abort: true }), z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be text'))

/** Milliseconds since 1970, in this century: a clock further off is useless. */
const timestamp = z.int().check(z.minimum(Date.UTC(2001, 0)), z.maximum(Date.UTC(2101, 0)))

/** At most 16 small values. `eventId` is drawn for each event, which is stored once under it. */
const additionalDataSchema = z
  .catchall(
    z.object({ eventId: z.optional(z.uuid()) }),
    z.union([text(200), z.number(), z.boolean(), z.null()]),
  )
  .check(
    z.refine(
      (data) => Object.keys(data).length <= 16 && Object.keys(data).every((key) => /^\w{1,40}$/.test(key)),
      'must be at most 16 named values',
    ),
  )

const gameId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))

/**
 * What happened on a page, as documented. `eventName` is the page of a view, the button of a click, or `game_enter`.
 * `userId` is what the page says and proves nothing.
 */
export const analyticsEventSchema = z
  .object({
    eventType: z.enum(['page_view', 'game_enter', 'button_click']),
    eventName: z.string().check(z.regex(/^[\w./:-]{1,64}$/)),
    sessionId: z.string().check(z.regex(/^[\w-]{1,64}$/)),
    timestamp,
    deviceType: z.enum(['mobile', 'desktop']),
    currentUrl: text(1_000),
    userId: z.nullable(z.string().check(z.regex(/^[\w-]{1,64}$/))),
    userAgent: text(500),
    referrer: z._default(text(1_000), ''),
    gameId: z._default(z.nullable(gameId), null),
    fromPage: z._default(z.nullable(z.string().check(z.regex(/^[\w./:-]{1,64}$/))), null),
    additionalData: z._default(additionalDataSchema, {}),
  })
  .check(
    z.refine(({ eventType, gameId }) => eventType !== 'game_enter' || gameId !== null, {
      path: ['gameId'],
      message: 'must name the game that is entered',
    }),
  )
export type AnalyticsEvent = z.infer<typeof analyticsEventSchema>

/** `timestamp` is the page's clock when it sends, so the platform can correct a wrong clock. */
export const analyticsBatchSchema = z.object({
  events: z.array(analyticsEventSchema).check(z.minLength(1), z.maxLength(eventsPerCall)),
  timestamp,
})
export type AnalyticsBatch = z.infer<typeof analyticsBatchSchema>

/** How many of the events were new. */
export const analyticsAnswerSchema = z.object({ stored: z.int().check(z.minimum(0)) })
