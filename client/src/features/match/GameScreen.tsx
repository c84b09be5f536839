import { bodyCode } from '@minefall/shared/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GameScreenProps } from '../../app/screens.ts'
import { connectionActor, serverNow } from '../../machines/connection/index.ts'
import { type MatchActorRef, type MatchInput, useMatch } from '../../machines/match/index.ts'
import { ToastRegion } from '../../ui/ToastRegion.tsx'
import { LoginRequiredPanel } from '../panels/LoginRequiredPanel.tsx'
import { TrialEndedPanel } from '../panels/TrialEndedPanel.tsx'
import { Failure } from './Failure.tsx'
import { Joining } from './Joining.tsx'
import styles from './joining.module.css'
import { MatchScreen } from './MatchScreen.tsx'
import { acquireMatch, keyOf } from './match-actors.ts'
import { firstStake, type TableId, tableOf } from './tables.ts'
import { useLink } from './use-link.ts'

/** What to ask for at a table's address: its match, or a seat. Who sits there already comes back to that seat. */
const inputOf = (gameId: TableId, { match, stake, asset }: GameScreenProps['search']): MatchInput =>
  match
    ? { kind: 'return', gameId, matchId: match }
    : {
        kind: 'join',
        gameId,
        stake: stake ?? firstStake[gameId].stake,
        asset: asset ?? firstStake[gameId].asset,
      }

/** The actor of an address; `round` asks for a new seat at the same one. */
const useActor = (input: MatchInput, round: number): MatchActorRef | null => {
  const [actor, setActor] = useState<MatchActorRef | null>(null)
  const key = `${keyOf(input)} ${round}`
  const asked = useRef(input)
  asked.current = input
  useEffect(() => {
    const { actor: acquired, release } = acquireMatch(asked.current, key)
    setActor(acquired)
    return release
  }, [key])
  return actor
}

type PlayingProps = { actor: MatchActorRef; gameId: TableId; onAgain(): void }

const Playing = ({ actor, gameId, onAgain }: PlayingProps) => {
  const navigate = useNavigate()
  const { t } = useTranslation('common')
  const snapshot = useMatch(actor, (it) => it)
  const link = useLink()
  const [ended, setEnded] = useState(false)
  const { context } = snapshot
  const { state, matchId, seat, refused } = context
  useEffect(() => {
    // The address is that of the match: a reload, a link or the back button comes back to it.
    if (matchId)
      navigate({
        to: '/game/$gameId',
        params: { gameId },
        search: { match: matchId },
        replace: true,
      }).catch(() => undefined)
  }, [matchId, gameId, navigate])

  const home = () => {
    navigate({ to: '/' }).catch(() => undefined)
  }
  const reconnect = () => {
    if (link.state === 'disconnected') window.location.reload()
    else connectionActor.send({ type: 'connection.retry' })
  }
  const retry = () => {
    if (link.state !== 'connected') reconnect()
    actor.send({ type: 'match.retry' })
  }
  const exit = () => {
    const trialOver = gameId === 'mines-trial' && seat !== null && state?.result
    if (trialOver) setEnded(true)
    else home()
  }
  const loginRequired = snapshot.hasTag('failed') && refused?.code === bodyCode.loginRequired

  if (!state || snapshot.hasTag('failed'))
    return (
      <>
        <Joining snapshot={snapshot} link={link} onRetry={retry} onExit={home} />
        <LoginRequiredPanel
          open={loginRequired}
          onClose={home}
          table={{ gameId, name: t(`game.${gameId}.name`) }}
        />
      </>
    )
  return (
    <>
      <MatchScreen
        context={{ ...context, state }}
        has={(tag) => snapshot.hasTag(tag)}
        send={(event) => actor.send(event)}
        link={link}
        onReconnect={reconnect}
        now={serverNow}
        onExit={exit}
        busy={ended}
      />
      <TrialEndedPanel open={ended} onClose={home} onAgain={onAgain} />
    </>
  )
}

const Table = ({ gameId, search }: { gameId: TableId; search: GameScreenProps['search'] }) => {
  const navigate = useNavigate()
  const [round, setRound] = useState(0)
  const actor = useActor(inputOf(gameId, search), round)
  const link = useLink()
  const again = () => {
    navigate({ to: '/game/$gameId', params: { gameId }, search: {}, replace: true }).then(
      () => setRound((count) => count + 1),
      () => undefined,
    )
  }
  if (!actor)
    return (
      <Joining
        snapshot={null}
        link={link}
        onRetry={() => connectionActor.send({ type: 'connection.retry' })}
        onExit={() => {
          navigate({ to: '/' }).catch(() => undefined)
        }}
      />
    )
  return <Playing key={round} actor={actor} gameId={gameId} onAgain={again} />
}

/** The game route: the table's seats, match and result, or what stands in the way. */
export const GameScreen = ({ gameId, search }: GameScreenProps) => {
  const table = tableOf(gameId)
  return (
    <>
      {table ? (
        <Table key={table} gameId={table} search={search} />
      ) : (
        <main className={styles.joining}>
          <Failure kind="missing" onRetry={() => undefined} />
        </main>
      )}
      <ToastRegion />
    </>
  )
}
