import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import type { BusAnswer, BusEvent, BusRequest } from '@minefall/shared/contracts/bus'
import type { MatchId } from '@minefall/shared/game'
import { every, type Logger, ownerDirectory, type RoutedName, router, wireBus } from '@minefall/shared/node'
import { shardOfMatch } from '@minefall/shared/shards'
import { clockOf, inLife, isAwake, type Life, newLife } from './life.ts'
import type { Network } from './network.ts'
import type { Story } from './story.ts'
import type { Timeline } from './timeline.ts'

/** BFFs say that they live this often, in milliseconds. */
const edgeBeatMs = 500
/** How long a BFF asks for owners, and how long its page waits for an answer, in milliseconds. */
const routeMs = 4_000
const pageMs = 6_000

/** What a page hears from its BFF. */
export type Told =
  | { name: 'match.events'; payload: BusEvent<'match.events'> }
  | { name: 'match.beat'; payload: BusEvent<'match.beat'>[number] }
  | { name: 'match.rematch'; payload: BusEvent<'match.rematch'> }
  /** The match has another owner, who knows of no one that they are there. */
  | { name: 'moved' }
  /** The BFF is gone. */
  | { name: 'lost' }

/** A page at a BFF, which hears of the match that it follows. */
export type Page = { follows(): MatchId | null; hear(told: Told): void }

/**
 * A BFF: the real bus, directory of owners and router on the simulated network, with pages that talk to it without a
 * socket. For tests alone.
 */
export type Edge = {
  readonly name: string
  isUp(): boolean
  /** Asks the owner of what is asked. It is answered, whatever becomes of the BFF. */
  request<N extends RoutedName>(name: N, payload: BusRequest<N>): Promise<Envelope<BusAnswer<N>>>
  /** The answer takes the page away. */
  enter(page: Page): () => void
  /** SIGKILL, and another start after `downMs`. */
  kill(downMs: number): void
  /** SIGSTOP, and SIGCONT after `ms`. */
  freeze(ms: number): void
  /** Sets the machine's clock. */
  jump(ms: number): void
  /** It does not say that it lives. */
  isSilent: boolean
}

export type EdgeOptions = { timeline: Timeline; network: Network; story: Story; log: Logger }

export const newEdge = (name: string, { timeline, network, story, log }: EdgeOptions): Edge => {
  const pages = new Set<Page>()
  let aheadMs = 0
  let lives = 0
  let up: { life: Life; ask: ReturnType<typeof router>['request'] } | null = null

  const tell = (matchId: string, told: Told) => {
    for (const page of [...pages]) if (page.follows() === matchId) page.hear(told)
  }

  const begin = () => {
    lives += 1
    const life = newLife(name, `${name}/${lives}`, aheadMs)
    const clock = clockOf(timeline, life)
    const bus = wireBus(network.join(life), { log, clock })
    const owners = ownerDirectory({ bus, clock })
    bus.subscribe('match.events', null, (payload) => tell(payload.matchId, { name: 'match.events', payload }))
    bus.subscribe('match.rematch', null, (payload) =>
      tell(payload.matchId, { name: 'match.rematch', payload }),
    )
    bus.subscribe('match.beat', null, (beats) => {
      for (const payload of beats) tell(payload.matchId, { name: 'match.beat', payload })
    })
    owners.onChange((shards) => {
      const owned = new Set(shards.filter((shard) => owners.ownerOf(shard) !== null))
      for (const page of [...pages]) {
        const matchId = page.follows()
        if (matchId !== null && owned.has(shardOfMatch(matchId))) page.hear({ name: 'moved' })
      }
    })
    every(clock, edgeBeatMs, () => {
      if (!edge.isSilent) bus.publish('edge.beat', name, { edge: name, at: clock.now() })
    })
    up = { life, ask: router({ bus, owners, clock }).request }
  }

  const edge: Edge = {
    name,
    isSilent: false,
    isUp: () => up !== null && isAwake(up.life, timeline.now()),
    request: (asked, payload) =>
      new Promise((resolve) => {
        const askedAt = timeline.now()
        const one = up
        const cancel = timeline.after(pageMs, () => {
          if (one?.life.alive && one.life.frozenUntil < askedAt)
            story.fail(`${name} has not answered ${asked} within ${pageMs} ms`)
          resolve(refuse(bodyCode.timeout, 'simulated: no answer in time'))
        })
        if (one)
          void inLife(timeline, one.life, () => {
            void one.ask(asked, payload, { timeoutMs: routeMs }).then((answer) => {
              cancel()
              resolve(answer)
            })
          })
      }),
    enter(page) {
      pages.add(page)
      return () => pages.delete(page)
    },
    kill(downMs) {
      if (!up) return
      const { life } = up
      story.trace(() => `${life.name} is killed`)
      life.alive = false
      network.leave(life)
      up = null
      for (const page of [...pages]) page.hear({ name: 'lost' })
      timeline.after(downMs, begin)
    },
    freeze(ms) {
      if (up) up.life.frozenUntil = Math.max(up.life.frozenUntil, timeline.now() + ms)
    },
    jump(ms) {
      aheadMs += ms
      if (up) up.life.aheadMs = aheadMs
    },
  }
  begin()
  return edge
}
