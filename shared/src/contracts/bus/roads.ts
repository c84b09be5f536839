/** The two kinds of programs on the bus. Each has its own NATS user. */
export const busUsers = ['bff', 'platform'] as const
export type BusUser = (typeof busUsers)[number]

/** A request: who asks, and the schemas of what is asked and of the `data` of its answer. Platform nodes answer all of them. */
const asked =
  (by: BusUser) =>
  <A, B>(asks: A, answers: B) => ({ by, asks, answers })
export const askedByBff = asked('bff')
export const askedByPlatform = asked('platform')

/** An event: who publishes it, who may subscribe to it, and its schema. */
const told =
  (by: readonly BusUser[], to: readonly BusUser[]) =>
  <T>(news: T) => ({ by, to, news })
/** News from the platform, which BFFs forward to players and staff. */
export const downward = told(['platform'], ['bff'])
export const fromPlatforms = told(['platform'], ['platform', 'bff'])
export const amongPlatforms = told(['platform'], ['platform'])
export const amongBffs = told(['bff'], ['bff'])
export const fromBffs = told(['bff'], ['bff', 'platform'])
export const toBffs = told(['bff', 'platform'], ['bff'])
