import type { Envelope } from '@minefall/shared/contracts'
import type { BusAnswer, BusRequest } from '@minefall/shared/contracts/bus'
import type { MatchId } from '@minefall/shared/game'
import type { RoutedName } from '@minefall/shared/node'
import type { Chances } from './chances.ts'
import { type Copy, emptyCopy, isBehind, takeEvents, takeResume } from './copy.ts'
import type { Edge, Told } from './edge.ts'
import type { Story } from './story.ts'
import type { Timeline } from './timeline.ts'

export type ConnectionOptions = {
  playerId: string
  timeline: Timeline
  edges: readonly [Edge, ...Edge[]]
  chances: Chances
  story: Story
}

/** A player's way to the platform: keeps a copy of the match they follow and repairs it. For tests alone. */
export type Connection = {
  readonly copy: Copy | null
  /** Where the match's players meet again, as told. */
  readonly rematch: MatchId | null
  request<N extends RoutedName>(name: N, payload: BusRequest<N>): Promise<Envelope<BusAnswer<N>>>
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

/** A match that goes on and of which nothing is heard for this long is asked about, in milliseconds. */
const silentMs = 12_500

export const connect = (options: ConnectionOptions): Connection => {
  const { playerId, timeline, edges, chances, story } = options
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
    const answer = await edge.request('match.resume', request)
    isResuming = false
    if (copy !== asked || !isPresent) {
      if (copy) story.background(resume())
      return
    }
    if (answer.data === null || takeResume(asked, answer.data) === 'missing') {
      timeline.after(300, () => story.background(resume()))
      return
    }
    story.background(edge.request('match.presence', { playerId, edge: edge.name, matchId, presence: 'here' }))
    wake()
  }

  const hear = (told: Told): void => {
    if (told.name === 'lost') {
      timeline.after(chances.between(100, 2_000), moveOn)
      return
    }
    if (!copy || !isPresent) return
    if (told.name === 'moved') story.background(resume())
    if (told.name === 'match.events') {
      lastEventsAt = timeline.now()
      if (takeEvents(copy, told.payload) === 'missing') story.background(resume())
      wake()
    }
    if (told.name === 'match.beat') {
      lastEventsAt = timeline.now()
      if (isBehind(copy, told.payload)) story.background(resume())
    }
    if (told.name === 'match.rematch') {
      rematch = told.payload.next
      wake()
    }
  }
  const page = { follows: () => copy?.matchId ?? null, hear }
  let leave = edge.enter(page)
  /** To a BFF that is up, or any if none is. */
  const enter = () => {
    leave()
    const first = chances.pick(edges)
    edge = first.isUp() ? first : (edges.find((each) => each.isUp()) ?? first)
    leave = edge.enter(page)
  }
  const moveOn = () => {
    if (edge.isUp()) return
    enter()
    if (isPresent) story.background(resume())
  }

  const endSilence = () => {
    if (timeline.now() - lastEventsAt >= silentMs) {
      lastEventsAt = timeline.now()
      if (isPresent) moveOn()
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
    request: (name, payload) => edge.request(name, payload),
    edge: () => edge.name,
    follow,
    unfollow() {
      copy = null
    },
    vanish() {
      isPresent = false
      if (!copy) return
      const left = edge
      const gone = { playerId, edge: left.name, matchId: copy.matchId, presence: 'gone' } as const
      timeline.after(1_000, () => {
        if (!isPresent) story.background(left.request('match.presence', gone))
      })
    },
    comeBack(remembers) {
      isPresent = true
      enter()
      if (copy && !remembers) follow(copy.matchId)
      else story.background(resume())
    },
    told() {
      const where = isPresent ? `at ${edge.name}` : 'away'
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
