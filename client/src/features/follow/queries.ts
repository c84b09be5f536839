import { followCalls } from '@minefall/shared/contracts/rest'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../calls/api.ts'
import { errorText } from '../../calls/notices.ts'
import { accountKey } from '../../calls/query.ts'
import { useSession } from '../../machines/session/index.ts'
import { toasts } from '../../ui/toasts.ts'

/** How often a list on screen is asked for again, in milliseconds. */
const againMs = 15_000

const useUserId = () => useSession(({ context }) => context.user?.id)

/** Whom the account follows and has blocked, and whether it shows that it is here; nothing for guests. */
export const useFollows = ({ live = false }: { live?: boolean } = {}) => {
  const userId = useUserId()
  return useQuery({
    queryKey: accountKey(userId ?? '', 'follows'),
    queryFn: ({ signal }) => ask(followCalls.follows, { signal }),
    enabled: userId !== undefined,
    retry: 1,
    refetchInterval: live ? againMs : false,
  })
}

/** A change that the list, and the page of whom it is about, are read again after. A failure is shown in a note. */
const useChange = <Input extends { id?: string }>(change: (input: Input) => Promise<unknown>) => {
  const userId = useUserId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onError: (error) =>
      toasts.show({ id: 'follow-failed', tone: 'bad', icon: 'alert', title: () => errorText(error) }),
    onSettled: (_, __, { id }) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: accountKey(userId ?? '', 'follows') }),
        id === undefined ? undefined : queries.invalidateQueries({ queryKey: ['player', id] }),
      ]),
  })
}

export const useFollow = () =>
  useChange((body: { id: string; follow: boolean }) => ask(followCalls.follow, { body }))

export const useBlock = () =>
  useChange((body: { id: string; block: boolean }) => ask(followCalls.block, { body }))

export const useShowHere = () =>
  useChange(({ shown }: { id?: never; shown: boolean }) => ask(followCalls.showHere, { body: { shown } }))

export const useInviteToTable = () =>
  useChange((body: { id: string; matchId: string }) => ask(followCalls.inviteToTable, { body }))
