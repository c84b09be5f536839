import type { Clock } from '@minefall/shared/node'
import { type Database, refusalOf } from '../../db/index.ts'
import { isPermanent } from './persist.ts'

type Journal = Database['journal']

/** A journal that is not used is asked so often, in milliseconds. */
const idleMs = 500

/** Whether the journal takes what it is given. */
export type StorageWatch = {
  /** The journal, watched. */
  journal: Journal
  /** Since when nothing came through, in milliseconds since 1970; null while all is well or has been wrong only briefly. */
  awaySince(): number | null
  /**
   * Asks it, if something failed since it last answered, as nobody else may until it is known to be back; or if it has
   * not been heard for a while: whoever is on the move may think for minutes, and is not to find out by their click.
   */
  check(): void
}

/** Watches a journal by what becomes of its statements. One that is refused by a rule has been heard. */
export const watchStorage = (
  journal: Journal,
  { clock, awayMs }: { clock: Clock; awayMs: number },
): StorageWatch => {
  let failingSince: number | null = null
  let heardAt = clock.now()
  let asking = false
  const heard = () => {
    failingSince = null
    heardAt = clock.now()
  }
  const watch = async <T>(run: () => Promise<T>): Promise<T> => {
    const begun = clock.now()
    try {
      const answer = await run()
      heard()
      return answer
    } catch (error) {
      if (isPermanent(error) || refusalOf(error) !== null) heard()
      else failingSince ??= begun
      throw error
    }
  }
  const watched: Journal = {
    query: (text, values) => watch(() => journal.query(text, values)),
    transaction: (run) => watch(() => journal.transaction(run)),
  }
  return {
    journal: watched,
    awaySince: () => (failingSince !== null && clock.now() - failingSince >= awayMs ? failingSince : null),
    check() {
      if (asking || (failingSince === null && Math.abs(clock.now() - heardAt) < idleMs)) return
      asking = true
      watched
        .query('select 1')
        .catch(() => {})
        .finally(() => {
          asking = false
        })
    },
  }
}
