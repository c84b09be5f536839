import type { Clock } from '@minefall/shared/node'
import type { Database } from '../../db/index.ts'
import { isPermanent } from './persist.ts'

type Journal = Database['journal']

/** Whether the journal takes what it is given. */
export type StorageWatch = {
  /** The journal, watched. */
  journal: Journal
  /** Since when nothing came through, in milliseconds since 1970; null while all is well or has been wrong only briefly. */
  awaySince(): number | null
  /** Asks it, if something failed since it last answered: nobody else may until it is known to be back. */
  check(): void
}

/** Watches a journal by what becomes of its statements. One that is refused by a rule has been heard. */
export const watchStorage = (
  journal: Journal,
  { clock, awayMs }: { clock: Clock; awayMs: number },
): StorageWatch => {
  let failingSince: number | null = null
  let asking = false
  const watch = async <T>(run: () => Promise<T>): Promise<T> => {
    const begun = clock.now()
    try {
      const answer = await run()
      failingSince = null
      return answer
    } catch (error) {
      if (isPermanent(error)) failingSince = null
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
      if (failingSince === null || asking) return
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
