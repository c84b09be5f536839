import type { MatchSkill, MatchState, SeenBoard } from '@minefall/shared/game'
import { queryOptions } from '@tanstack/react-query'
import type { PositionOdds } from './position-odds.ts'

/** What the thread is asked: how a match that is over was played, or the odds of boards as they stood in it. */
export type Asked =
  | { type: 'skill'; ended: MatchState }
  | { type: 'odds'; ended: Pick<MatchState, 'rules' | 'result'>; boards: readonly (SeenBoard | null)[] }

/** Started with the first question, and kept for the next. */
let thread: Worker | null = null

const startThread = () => {
  thread ??= new Worker(new URL('./judge.worker.ts', import.meta.url), { type: 'module', name: 'judge' })
  return thread
}

/** Rejects where the thread can't be started. Judging a Royale took up to 0.2 s on a slow core, and no frame waits for it. */
const askThread = <Answer>(asked: Asked): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asking = startThread()
    const { port1, port2 } = new MessageChannel()
    const end = new AbortController()
    port1.onmessage = ({ data }: MessageEvent<Answer>) => {
      end.abort()
      port1.close()
      resolve(data)
    }
    const fail = () => {
      end.abort()
      asking.terminate()
      thread = null
      reject(new Error('nothing was counted'))
    }
    asking.addEventListener('error', fail, { signal: end.signal })
    asking.postMessage(asked, [port2])
  })

/**
 * What follows from a match that is over never changes, and needs no network once the code is here. It is dropped with
 * the last part that shows it: each holds a whole match, and in one tab there may be many.
 */
const settled = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  networkMode: 'always',
  retry: false,
} as const

/** How a match that is over was played; null on a blind table, and where a seed is missing. */
export const skillQuery = (ended: MatchState) =>
  queryOptions({
    queryKey: ['skill', ended.matchId],
    queryFn: () => askThread<MatchSkill | null>({ type: 'skill', ended }),
    enabled: ended.rules.clues,
    ...settled,
  })

/** The odds of every position of a match that is over. `boards` are what was seen of its boards after each move. */
export const oddsQuery = (
  { matchId, rules, result }: MatchState,
  boards: () => readonly (SeenBoard | null)[],
) =>
  queryOptions({
    queryKey: ['odds', matchId],
    queryFn: () =>
      askThread<readonly (PositionOdds | null)[]>({
        type: 'odds',
        ended: { rules, result },
        boards: boards(),
      }),
    ...settled,
  })
