import type { Envelope } from '@minefall/shared/contracts'
import type { BusAnswer, BusRequest, BusRequestName } from '@minefall/shared/contracts/bus'
import type { MatchId } from '@minefall/shared/game'
import type { Chances } from './chances.ts'
import { type Copy, emptyCopy, isBehind, takeEvents, takeResume } from './copy.ts'
import type { Broadcast, Network } from './network.ts'
import type { Story } from './story.ts'
import type { Timeline } from './timeline.ts'

export type ConnectionOptions = {
  playerId: string
  timeline: Timeline
  network: Network
  chances: Chances
  story: Story
}

/** A player's way to the platform: keeps a copy of the match they follow and repairs it. For tests alone. */
export type Connection = {
  readonly copy: Copy | null
  /** Where the match's players meet again, as told. */
  readonly rematch: MatchId | null
  request<N extends BusRequestName>(name: N, payload: BusRequest<N>): Promise<Envelope<BusAnswer<N>>>
  edge(): string
  follow(matchId: MatchId): void
  unfollow(): void
  /** Drops everything, and is gone until `comeBack`, perhaps without what it knew. */
  vanish(): void
  comeBack(remembers: boolean): void
  /** How the match stands as far as this player heard, in words. */
  told(): string
  /** Resolves when something was reported, or after `ms`. */
  changed(ms: number): Promise<void>
}

export const edges: readonly [string, ...string[]] = ['edge-1', 'edge-2']

/** A match that goes on and of which nothing is heard for this long is asked about, in milliseconds. */
const silentMs = 12_500

export const connect = (options: ConnectionOptions): Connection => {
  const { playerId, timeline, network, chances, story } = options
  let edge = chances.pick(edges)
  let isPresent = true
  let copy: Copy | null = null
  let rematch: MatchId | null = null
  let isResuming = false
  let lastEventsAt = timeline.now()
  let wake = () => {}

  const resume = async (): Promise<void> => {
    const asked = copy
    if (!asked || isResuming || !isPresent) return
    isResuming = true
    const { matchId, state } = asked
    const request = { playerId, matchId, seq: state?.seq ?? null, unacknowledged: [] }
    const answer = await network.request(edge, 'match.resume', request)
    isResuming = false
    if (copy !== asked || !isPresent) {
      if (copy) story.background(resume())
      return
    }
    if (answer.data === null || takeResume(asked, answer.data) === 'missing') {
      timeline.after(300, () => story.background(resume()))
      return
    }
    story.background(network.request(edge, 'match.presence', { playerId, edge, matchId, presence: 'here' }))
    wake()
  }

  const hear = (told: Broadcast): void => {
    if (!copy || !isPresent) return
    if (told.name === 'match.events' && told.key === copy.matchId) {
      lastEventsAt = timeline.now()
      if (takeEvents(copy, told.payload) === 'missing') story.background(resume())
      wake()
    }
    if (told.name === 'match.beat')
      for (const beat of told.payload) {
        if (beat.matchId !== copy.matchId) continue
        lastEventsAt = timeline.now()
        if (isBehind(copy, beat)) story.background(resume())
      }
    if (told.name === 'match.rematch' && told.key === copy.matchId) {
      rematch = told.payload.next
      wake()
    }
  }
  for (const each of edges)
    network.listen(each, (told) => {
      if (each === edge) hear(told)
    })

  const endSilence = () => {
    if (timeline.now() - lastEventsAt >= silentMs) {
      lastEventsAt = timeline.now()
      if (isPresent && copy?.state?.result === null) {
        story.count('asked in silence')
        story.background(resume())
      }
    }
    timeline.after(lastEventsAt + silentMs - timeline.now(), endSilence)
  }
  timeline.after(silentMs, endSilence)

  const follow = (matchId: MatchId) => {
    lastEventsAt = timeline.now()
    copy = emptyCopy(matchId)
    rematch = null
    story.copies.push(copy)
    story.background(resume())
  }

  return {
    get copy() {
      return copy
    },
    get rematch() {
      return rematch
    },
    request: (name, payload) => network.request(edge, name, payload),
    edge: () => edge,
    follow,
    unfollow() {
      copy = null
    },
    vanish() {
      isPresent = false
      if (!copy) return
      const gone = { playerId, edge, matchId: copy.matchId, presence: 'gone' } as const
      timeline.after(1_000, () => {
        if (!isPresent) story.background(network.request(gone.edge, 'match.presence', gone))
      })
    },
    comeBack(remembers) {
      isPresent = true
      edge = chances.pick(edges)
      if (copy && !remembers) follow(copy.matchId)
      else story.background(resume())
    },
    told() {
      const where = isPresent ? `at ${edge}` : 'away'
      if (!copy) return `${where}, follows nothing`
      const { matchId, state } = copy
      return `${where}, heard of ${matchId} ${state ? `up to ${state.seq}: ${state.phase}` : 'nothing'}`
    },
    changed: (ms) =>
      new Promise((resolve) => {
        const cancel = timeline.after(ms, resolve)
        wake = () => {
          cancel()
          resolve()
        }
      }),
  }
}
