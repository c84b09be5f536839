import { bodyCode } from '@minefall/shared/contracts'
import { historyCalls, type MatchEvents } from '@minefall/shared/contracts/rest'
import type { MatchId } from '@minefall/shared/game'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { isCallError } from '../../../lib/call-error.ts'
import type { MatchSearch } from '../../../lib/search.ts'
import { useTableName } from '../../../parts/table-name.ts'
import { Failure } from '../Failure.tsx'
import { Place } from '../Joining.tsx'
import { LoadingSeat } from '../LoadingSeat.tsx'
import { useWays } from '../use-ways.ts'
import { ReplayScreen } from './ReplayScreen.tsx'

/** A match that is over; `live` while it still goes on, `missing` where there is none of that id. */
type Told = MatchEvents | 'live' | 'missing'

/** Rejects with a `CallError`. */
const fetchMatchEvents = async (id: MatchId, signal: AbortSignal): Promise<Told> => {
  try {
    return await ask(historyCalls.matchEvents, { params: { id }, signal })
  } catch (error) {
    if (isCallError(error) && error.code === bodyCode.wrongPhase) return 'live'
    if (isCallError(error) && error.code === bodyCode.notFound) return 'missing'
    throw error
  }
}

type ReplayProps = {
  gameId: string
  matchId: MatchId
  search: MatchSearch
  /** The table's name in the catalogue, where that is here. */
  tableName: string | undefined
}

/** Back to where one came from; Home for those who opened the address itself. */
const useLeave = () => {
  const { history } = useRouter()
  const { home } = useWays()
  return () => {
    if (history.canGoBack()) history.back()
    else home()
  }
}

/** The replay at an address that names a match and a move; a match that still goes on is played or watched instead. */
export const Replay = ({ gameId, matchId, search, tableName }: ReplayProps) => {
  const { t } = useTranslation(['replay', 'match', 'common'])
  const ways = useWays()
  const nameOf = useTableName()
  const leave = useLeave()
  const seat = useLocation({ select: ({ state }) => state.seat ?? null })
  const asked = useQuery({
    queryKey: ['replay', matchId],
    queryFn: ({ signal }) => fetchMatchEvents(matchId, signal),
    retry: 1,
    // What is over stays as it is; what was live is asked about again.
    staleTime: ({ state }) => (typeof state.data === 'object' ? Number.POSITIVE_INFINITY : 0),
  })
  const told = asked.data
  const isLive = told === 'live' && !asked.isFetching
  useEffect(() => {
    if (isLive) ways.match(gameId, matchId, true)
  }, [isLive, gameId, matchId, ways])

  if (typeof told === 'object')
    return (
      <ReplayScreen
        key={matchId}
        name={nameOf(told.header.gameId, tableName)}
        told={told}
        search={search}
        seat={seat}
        onLeave={leave}
      />
    )
  const isLost = asked.isError || asked.fetchStatus === 'paused'
  return (
    <Place leaveLabel={t('leave')} onLeave={leave}>
      {told === 'missing' ? (
        <Failure kind="missing" onRetry={asked.refetch} />
      ) : isLost ? (
        <Failure kind="load" onRetry={asked.refetch} />
      ) : (
        <LoadingSeat title={t('loading')} progress={0.6} />
      )}
    </Place>
  )
}
