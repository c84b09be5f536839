/** The two kinds of programs on the bus. Each has its own NATS user. */
export const busUsers = ['bff', 'platform'] as const
export type BusUser = (typeof busUsers)[number]

/** A request: who asks, and the schemas of what is asked and of the `data` of its answer. Platform nodes answer all of them. */
const requestBy =
  (by: BusUser) =>
  <A, B>(asks: A, answers: B) => ({ by, asks, answers })
export const askedByBff = requestBy('bff')
export const askedByPlatform = requestBy('platform')

/** An event: who publishes it, who may subscribe to it, and its schema. */
const eventBetween =
  (by: readonly BusUser[], to: readonly BusUser[]) =>
  <T>(news: T) => ({ by, to, news })
/** News from the platform, which BFFs forward to players and staff. */
export const platformToBffs = eventBetween(['platform'], ['bff'])
export const fromPlatforms = eventBetween(['platform'], ['platform', 'bff'])
export const amongPlatforms = eventBetween(['platform'], ['platform'])
export const amongBffs = eventBetween(['bff'], ['bff'])
export const bffsToPlatform = eventBetween(['bff'], ['platform'])
export const fromBffs = eventBetween(['bff'], ['bff', 'platform'])
export const toBffs = eventBetween(['bff', 'platform'], ['bff'])
