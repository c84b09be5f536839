import type { ServerMessage } from '@minefall/shared/contracts'
import type { Clock } from '@minefall/shared/node'
import type { MatchFeed } from './match-feed.ts'
import { every } from './repeat.ts'

/** The owner of a match tells of it each second; after this long without a word it is asked. In milliseconds. */
const silentMs = 3_000
const lookEveryMs = 500
/** Questions at a time, so that the end of an outage of every match is no storm. */
const questionsAtMost = 200

type Fed = { feed: Pick<MatchFeed, 'silentSince' | 'inquire'> }

/**
 * Asks about the matches that go on and of which nothing is heard, those silent for longest first, until the answer is
 * called. Who follows gets what they missed from the feed itself; `tell` is called with how the match stands.
 */
export const endSilences = <F extends Fed>(
  clock: Clock,
  matches: ReadonlyMap<unknown, F>,
  tell: (followed: F, beat: ServerMessage<'match.beat'>) => void,
): (() => void) => {
  const inquire = async (followed: F) => {
    const beat = await followed.feed.inquire()
    if (beat) tell(followed, beat)
  }
  return every(clock, lookEveryMs, () => {
    const until = clock.now() - silentMs
    const silent: { since: number; followed: F }[] = []
    for (const followed of matches.values()) {
      const since = followed.feed.silentSince()
      if (since !== null && since <= until) silent.push({ since, followed })
    }
    silent.sort((a, b) => a.since - b.since)
    for (const { followed } of silent.slice(0, questionsAtMost)) void inquire(followed)
  })
}
