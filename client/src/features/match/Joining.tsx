import { bodyCode } from '@minefall/shared/contracts'
import { shallowEqual, useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MatchActorRef, MatchSnapshot } from '../../machines/match/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { BarredPage, barringCode, isTurnedAway, useErrorText } from '../safer-play/index.ts'
import { evidenceOf } from './evidence.ts'
import { Failure } from './Failure.tsx'
import styles from './joining.module.css'
import { LoadingSeat } from './LoadingSeat.tsx'
import { reasonOf } from './Proof.tsx'
import type { Link } from './use-link.ts'

type PlaceProps = { leaveLabel: string; onLeave(): void; children: ReactNode }

/** What stands where a board will, or would, with the way back. */
export const Place = ({ leaveLabel, onLeave, children }: PlaceProps) => (
  <main className={styles.joining}>
    <IconButton className={styles.back} icon="left" label={leaveLabel} onClick={onLeave} />
    {children}
  </main>
)

type JoiningProps = {
  /** Null until there is an actor: the table is still loading. */
  match: MatchActorRef | null
  link: Link
  onRetry(): void
  onExit(): void
  onLogin(): void
}

/** After this many failed attempts the connection is said to have failed. */
const patience = 8

/** How far the way to the match is, and what stands in it. */
const wayOf = (snapshot: MatchSnapshot | undefined) => ({
  failed: snapshot?.hasTag('failed') === true,
  isSyncing: snapshot?.matches('syncing') === true,
  isJoining: snapshot?.matches('joining') === true,
  matchId: snapshot?.context.matchId ?? null,
  refused: snapshot?.context.refused ?? null,
  proofFailed: snapshot?.context.proof.status === 'failed',
  paused: snapshot?.context.paused === true,
})

const progressOf = ({ isJoining, isSyncing, matchId }: ReturnType<typeof wayOf>, isUp: boolean): number => {
  if (!isUp) return 0.15
  if (isJoining) return matchId ? 0.65 : 0.4
  return isSyncing ? 0.85 : 0.5
}

/** Before there is a match to show: finding a seat, or why there is none. */
export const Joining = ({ match, link, onRetry, onExit, onLogin }: JoiningProps) => {
  const { t } = useTranslation('match')
  const errorText = useErrorText()
  const nameOf = useTableName()
  const way = useSelector(match ?? undefined, wayOf, shallowEqual)
  const { failed, refused, proofFailed } = way
  const progress = progressOf(way, match !== null && link.state === 'connected')
  const unreachable = !failed && link.attempt >= patience
  const barred = barringCode(refused?.code)

  const body = () => {
    if (failed && proofFailed && match) {
      const { gameId, proof } = match.getSnapshot().context
      const reason = reasonOf(proof)
      const said = reason === undefined ? '' : t(`proof.reason.${reason}`)
      const isOfSeal = reason !== 'reason' && reason !== 'receipt' && reason !== 'signature'
      const detail = isOfSeal ? undefined : said
      const evidence = evidenceOf(match, { name: nameOf(gameId), said }) ?? undefined
      return <Failure kind="proof" detail={detail} evidence={evidence} onRetry={onRetry} />
    }
    if (failed && refused?.code === bodyCode.notFound) return <Failure kind="missing" onRetry={onRetry} />
    if (failed && match && barred !== null) {
      const { gameId, stake, asset } = match.getSnapshot().context
      return <BarredPage code={barred} gameId={gameId} stake={stake} asset={asset} />
    }
    // Its dialog stands over it.
    if (failed && (refused?.code === bodyCode.adultUnconfirmed || refused?.code === bodyCode.proofRequired))
      return <LoadingSeat title={t('joining.seat')} progress={progress} />
    if (failed && refused && refused.code < bodyCode.ourFault) {
      const detail = errorText(refused) ?? refused.msg
      const login = isTurnedAway(refused) ? onLogin : undefined
      return <Failure kind="refused" detail={detail} onRetry={onRetry} onLogin={login} />
    }
    if (failed || unreachable) return <Failure kind="load" onRetry={onRetry} />
    const title =
      link.state !== 'connected'
        ? t('joining.connecting')
        : way.paused
          ? t('paused')
          : !match
            ? t('joining.table')
            : way.isSyncing
              ? t('joining.syncing')
              : t('joining.seat')
    return <LoadingSeat title={title} progress={progress} />
  }
  return (
    <Place leaveLabel={t('header.home')} onLeave={onExit}>
      {body()}
    </Place>
  )
}
