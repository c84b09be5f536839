import { bodyCode } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { useLasting } from '../../lib/countdown.ts'
import type { MatchSnapshot } from '../../machines/match/index.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { BarredPage } from '../lobby/Barred.tsx'
import { barringCode, isTurnedAway, useErrorText } from '../lobby/play-refusal.ts'
import { Failure } from './Failure.tsx'
import styles from './joining.module.css'
import { LoadingSeat } from './LoadingSeat.tsx'
import type { Link } from './Reconnect.tsx'

type JoiningProps = {
  /** Null until there is an actor: the table is still loading. */
  snapshot: MatchSnapshot | null
  link: Link
  onRetry(): void
  onExit(): void
  onLogin(): void
}

/** Connecting for longer than this is a failure to load, in milliseconds. */
const patienceMs = 10_000

const progressOf = (snapshot: MatchSnapshot | null, link: Link): number => {
  if (!snapshot || link.state !== 'connected') return 0.15
  if (snapshot.matches('joining')) return snapshot.context.matchId ? 0.65 : 0.4
  return snapshot.matches('syncing') ? 0.85 : 0.5
}

/** Before there is a match to show: finding a seat, or why there is none. */
export const Joining = ({ snapshot, link, onRetry, onExit, onLogin }: JoiningProps) => {
  const { t } = useTranslation('match')
  const errorText = useErrorText()
  const failed = snapshot?.hasTag('failed') === true
  const unreachable = useLasting(!failed && link.state !== 'connected', patienceMs)
  const refused = snapshot?.context.refused ?? null
  const barred = barringCode(refused?.code)
  const proofFailed = snapshot?.context.proof.status === 'failed'

  const body = () => {
    if (failed && proofFailed) return <Failure kind="proof" onRetry={onRetry} />
    if (failed && refused?.code === bodyCode.notFound) return <Failure kind="missing" onRetry={onRetry} />
    if (failed && snapshot && barred !== null) {
      const { gameId, stake, asset } = snapshot.context
      return <BarredPage code={barred} gameId={gameId} stake={stake} asset={asset} />
    }
    // Its dialog stands over it.
    if (failed && (refused?.code === bodyCode.adultUnconfirmed || refused?.code === bodyCode.proofRequired))
      return <LoadingSeat title={t('joining.seat')} progress={progressOf(snapshot, link)} />
    if (failed && refused && refused.code < bodyCode.ourFault) {
      const detail = errorText(refused) ?? refused.msg
      const login = isTurnedAway(refused) ? onLogin : undefined
      return <Failure kind="refused" detail={detail} onRetry={onRetry} onLogin={login} />
    }
    if (failed || unreachable) return <Failure kind="load" onRetry={onRetry} />
    const title =
      link.state !== 'connected'
        ? t('joining.connecting')
        : snapshot?.context.paused
          ? t('paused')
          : !snapshot
            ? t('joining.table')
            : snapshot.matches('syncing')
              ? t('joining.syncing')
              : t('joining.seat')
    return <LoadingSeat title={title} progress={progressOf(snapshot, link)} />
  }
  return (
    <main className={styles.joining}>
      <IconButton className={styles.back} icon="left" label={t('header.home')} onClick={onExit} />
      {body()}
    </main>
  )
}
