import { bodyCode } from '@minefall/shared/contracts'
import { arenaCalls } from '@minefall/shared/contracts/rest'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { isCallError } from '../../lib/call-error.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { useServerNow } from '../../machines/connection/index.ts'
import { openLogin } from '../../machines/login/index.ts'
import { type StoredUser, useSession } from '../../machines/session/index.ts'
import { useFailureText } from '../../parts/QueryState.tsx'
import { Button } from '../../ui/Button.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import { Note } from '../../ui/Note.tsx'
import styles from './arena.module.css'
import { arenaWatch } from './live.ts'
import { noteOf, stakeDue, type Watched, waysOf } from './watch.ts'

const AdultDialog = lazy(async () => ({
  default: (await import('../safer-play/AdultDialog.tsx')).AdultDialog,
}))

/** Codes whose usual text speaks of a table, and what an arena says instead. */
const refusals = new Map<number, 'refused.full' | 'refused.tied' | 'refused.elsewhere'>([
  [bodyCode.tableFull, 'refused.full'],
  [bodyCode.playingApart, 'refused.tied'],
  [bodyCode.conflict, 'refused.elsewhere'],
])

const calls = { join: arenaCalls.join, pause: arenaCalls.pause, leave: arenaCalls.leave } as const

const Call = ({ at }: { at: number }) => {
  const { t } = useTranslation('arena')
  const left = useCountdown(at, Date.now)
  // The toast is read out; this is there to be looked at.
  return (
    <p className={styles.call} aria-hidden="true">
      {t('call', { count: left ?? 0 })}
    </p>
  )
}

const OwnTaking = ({ watched, user }: { watched: Watched; user: StoredUser | null }) => {
  const { t } = useTranslation('arena')
  const coins = useCoinsText()
  const ways = waysOf(watched, useServerNow())
  const act = useMutation({
    mutationFn: (what: keyof typeof calls) => ask(calls[what], { body: { arenaId: watched.arenaId } }),
    onSettled: () => arenaWatch.again(),
  })
  const failure = useFailureText(act.error)
  const refusal = isCallError(act.error) && refusals.get(act.error.code)
  const arena = watched.standings?.arena
  if (!ways || !arena) return null
  const { way } = ways
  const note = noteOf(watched, ways)
  if (way === null && note === null) return null
  const asksAge = isCallError(act.error) && act.error.code === bodyCode.adultUnconfirmed
  const due = stakeDue(watched)
  const joinLabel = due === '0' ? t('join') : t('joinFor', { coins: coins(due, arena.asset) })
  return (
    <div className={styles.taking}>
      {watched.called && <Call at={watched.called.at} />}
      {note && <p>{t(`note.${note}`)}</p>}
      <div className={styles.buttons}>
        {way === 'join' && !user && (
          <Button className={styles.main} variant="primary" size="big" onClick={() => openLogin()}>
            {t('login')}
          </Button>
        )}
        {way === 'join' && user && (
          <Button
            className={styles.main}
            variant="primary"
            size="big"
            busy={act.isPending}
            onClick={() => act.mutate('join')}
          >
            {joinLabel}
          </Button>
        )}
        {way === 'go-on' && (
          <Button
            className={styles.main}
            variant="primary"
            size="big"
            busy={act.isPending}
            onClick={() => act.mutate('join')}
          >
            {t('goOn')}
          </Button>
        )}
        {way === 'pause' && ways.phase === 'running' && (
          <Button icon="pause" busy={act.isPending} onClick={() => act.mutate('pause')}>
            {t('pause')}
          </Button>
        )}
        {(way === 'pause' || way === 'go-on') && (
          <Button variant="quiet" icon="leave" disabled={act.isPending} onClick={() => act.mutate('leave')}>
            {t('leave')}
          </Button>
        )}
      </div>
      {act.isError && !asksAge && (
        <Note icon="alert" role="alert">
          {refusal ? t(refusal) : failure}
        </Note>
      )}
      {asksAge && user && (
        <Suspense fallback={null}>
          <AdultDialog user={user} onConfirmed={() => act.mutate('join')} onRefused={() => act.reset()} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * Joining, pausing, going on and leaving, as far as one may, and the match that is called. What one account was refused
 * for, and has typed, is not for the next.
 */
export const Taking = ({ watched }: { watched: Watched }) => {
  const user = useSession(({ context }) => context.user)
  return <OwnTaking key={user?.id} watched={watched} user={user} />
}
