import { historyCalls } from '@minefall/shared/contracts/rest'
import type { MatchId } from '@minefall/shared/game'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { accountKey } from '../../../calls/query.ts'
import { loadNamespaces } from '../../../i18n/i18n.ts'
import { localStore } from '../../../lib/storage.ts'
import { useSession } from '../../../machines/session/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'

const LessonDialog = lazy(async () => {
  const [{ LessonDialog: dialog }] = await Promise.all([
    import('./LessonDialog.tsx'),
    loadNamespaces(['lesson']),
  ])
  return { default: dialog }
})

/** Opens the lesson; its code and texts come when it is asked for first. It begins again each time. */
export const LessonButton = () => {
  const { t } = useTranslation('match')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="bulb" onClick={() => setOpen(true)}>
        {t('lesson.open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <LessonDialog open onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The match after which this device was offered the lesson. */
const key = 'lesson_offered'

/** Whether a match that was lost is the first of its loser: no other in the account's history, none offered on here. */
const useIsFirst = (matchId: MatchId): boolean => {
  const user = useSession((session) => session.context.user)
  const [offered] = useState(() => localStore.get(key))
  const isNew = offered === null || offered === matchId
  const { data } = useQuery({
    queryKey: accountKey(String(user?.id), 'first-matches'),
    queryFn: ({ signal }) =>
      ask(historyCalls.history, { query: { asset: null, cursor: null, limit: 2 }, signal }),
    enabled: user !== null && isNew,
    staleTime: 0,
  })
  return isNew && (user === null || (data !== undefined && data.items.length < 2))
}

/** Offers the lesson to a newcomer after their first lost match, and never again. */
export const LessonOffer = ({ matchId }: { matchId: MatchId }) => {
  const { t } = useTranslation('match')
  const isFirst = useIsFirst(matchId)
  useEffect(() => {
    if (isFirst) localStore.set(key, matchId)
  }, [isFirst, matchId])
  return (
    isFirst && (
      <Note icon="bulb" tone="plain" action={<LessonButton />}>
        {t('lesson.offer')}
      </Note>
    )
  )
}
