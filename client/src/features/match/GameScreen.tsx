import { bodyCode } from '@minefall/shared/contracts'
import type { Table } from '@minefall/shared/contracts/rest'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { shallowEqual, useSelector } from '@xstate/react'
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTable } from '../../calls/query.ts'
import { useIsLive } from '../../lib/built-view.ts'
import type { Refused } from '../../lib/refused.ts'
import type { MatchSearch } from '../../lib/search.ts'
import { isFree, isOfArena } from '../../lib/tables.ts'
import { connectionActor, serverNow, useConnection } from '../../machines/connection/index.ts'
import { openLogin, useLoginShown } from '../../machines/login/index.ts'
import {
  type MatchActorRef,
  type MatchInput,
  type MatchSnapshot,
  useFrameLater,
} from '../../machines/match/index.ts'
import { useSession } from '../../machines/session/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import { ToastRegion } from '../../ui/ToastRegion.tsx'
import { LoginRequiredPanel, TrialEndedPanel } from '../panels/index.ts'
import {
  BarredPage,
  proofAsked,
  sitAgain,
  useOnBreak,
  useReminding,
  waitsForAdult,
} from '../safer-play/index.ts'
import { Failure } from './Failure.tsx'
import { Joining, Place } from './Joining.tsx'
import { MatchScreen } from './MatchScreen.tsx'
import { acquireMatch, keyOf } from './match-actors.ts'
import { seatInput } from './own-seat.ts'
import { TableDoor } from './TableDoor.tsx'
import { useLink } from './use-link.ts'
import { useWays } from './use-ways.ts'

/** What the game route hands to its screen. */
export type GameScreenProps = { gameId: string; search: MatchSearch }

const AdultDialog = lazy(async () => ({
  default: (await import('../safer-play/AdultDialog.tsx')).AdultDialog,
}))
const ConfirmDialog = lazy(async () => ({
  default: (await import('../profile/proof/ConfirmDialog.tsx')).ConfirmDialog,
}))
const Replay = lazy(async () => ({ default: (await import('./replay/Replay.tsx')).Replay }))

/** The actor of an address; `round` asks for a new seat at the same one. */
const useActor = (input: MatchInput | null, round: number): MatchActorRef | null => {
  const [actor, setActor] = useState<MatchActorRef | null>(null)
  const key = input && `${keyOf(input)} ${round}`
  const asked = useRef(input)
  asked.current = input
  useEffect(() => {
    if (!asked.current || key === null) return
    const { actor: acquired, release } = acquireMatch(asked.current, key)
    setActor(acquired)
    return release
  }, [key])
  return actor
}

/** Whether the match can be shown. */
const isShown = (snapshot: MatchSnapshot) => snapshot.context.state !== null && !snapshot.hasTag('failed')

/** Whether a seat for coins was given up before the match began. */
const isGivenUp = ({ context: { left, seat, state } }: MatchSnapshot) =>
  left && seat === null && state?.phase === 'gathering' && state.asset !== 'trial'

/** What else is read here of a match. */
const placeOf = (snapshot: MatchSnapshot) => {
  const { state, matchId, seat, refused } = snapshot.context
  return {
    failed: snapshot.hasTag('failed'),
    isTrial: state?.asset === 'trial',
    ofArena: state !== null && isOfArena(state),
    matchId,
    seat,
    refused,
  }
}

type PlayingProps = {
  actor: MatchActorRef
  gameId: string
  /** The table's name in the visitor's language. */
  name: string
  onAgain(): void
}

const Playing = ({ actor, gameId, name, onAgain }: PlayingProps) => {
  const { t } = useTranslation('match')
  const ways = useWays()
  const shows = useSelector(actor, isShown)
  // The rest waits for the board's frame.
  const later = useFrameLater(actor)
  const place = useSelector(later, placeOf, shallowEqual)
  const link = useLink()
  const isPlayer = useConnection((connection) => connection.context.player?.kind === 'player')
  // After a login the connection is still the guest's for a moment.
  const isSignedIn = useSession((session) => session.hasTag('signedIn'))
  /** The trial that a guest has left after its end; no longer once a rematch has followed. */
  const [left, leave] = useState<string | null>(null)
  const isReminded = useReminding()
  const [asksLogin, askLogin] = useState(false)
  if (asksLogin && isSignedIn) askLogin(false)
  /** The refusal that the player did not want to answer with a proof. */
  const [unproven, leaveUnproven] = useState<Refused | null>(null)
  const { failed, isTrial, ofArena, matchId, seat, refused } = place
  const sitsAt = useLocation({ select: ({ state }) => state.sitsAt })
  const maySit = useSelector(later, (snapshot) => snapshot.can({ type: 'seat.take' }))
  const isSitting = useSelector(later, (snapshot) => snapshot.hasTag('sitting'))
  const called = useRef(sitsAt)
  if (sitsAt !== undefined) called.current = sitsAt
  useEffect(() => {
    // Sent to this match to sit down, as an arena does, for trial coins; once, since a refusal would come again.
    if (!maySit || !isTrial || matchId === null || called.current !== matchId) return
    called.current = undefined
    actor.send({ type: 'seat.take' })
  }, [maySit, isTrial, matchId, actor])
  useEffect(() => {
    // The address is that of the match: a reload, a link or the back button comes back to it.
    if (matchId) ways.match(gameId, matchId, true)
  }, [matchId, gameId, ways])

  const reconnect = () => {
    if (link.state === 'disconnected') window.location.reload()
    else connectionActor.send({ type: 'connection.retry' })
  }
  const retry = () => {
    if (link.state !== 'connected') reconnect()
    actor.send({ type: 'match.retry' })
  }
  const exit = () => {
    const isOver = Boolean(actor.getSnapshot().context.state?.result)
    if (ofArena && seat !== null && !isOver) ways.arena()
    else if (isTrial && isOver && seat !== null && !isPlayer) leave(matchId)
    else ways.home()
  }
  const ended = left !== null && left === matchId
  const isRefused = failed && refused?.code === bodyCode.loginRequired
  const isLoggingIn = useLoginShown()
  const user = useSession((session) => session.context.user)
  // In another tab, where the break began: this one was not left, and says why it has no seat.
  const givenUp = useSelector(later, isGivenUp)
  const onBreak = useOnBreak(givenUp && user ? user.id : '')
  const sit = () => {
    // Trial coins are for everyone; a seat for coins wants an account.
    if (isPlayer || isTrial) actor.send({ type: 'seat.take' })
    else askLogin(true)
  }

  const proof = refused === unproven ? null : proofAsked(refused)
  // What one account has typed is not for the next.
  const question = user && (
    <Suspense key={user.id} fallback={null}>
      {waitsForAdult(place) && (
        <AdultDialog user={user} onConfirmed={() => sitAgain(actor)} onRefused={ways.tables} />
      )}
      {proof && (
        <ConfirmDialog
          user={user}
          asked={proof}
          onConfirmed={() => sitAgain(actor)}
          // Where the table is looked at it stays in sight, with its seat.
          onClose={() => (failed ? ways.tables() : leaveUnproven(refused))}
        />
      )}
    </Suspense>
  )
  if (!shows)
    return (
      <>
        {question}
        <Joining match={actor} link={link} onRetry={retry} onExit={ways.home} onLogin={() => openLogin()} />
        <LoginRequiredPanel
          open={isRefused && !isSignedIn && !isLoggingIn}
          wanted={{ table: { gameId, name } }}
          onClose={ways.home}
          onLogin={() => openLogin()}
        />
      </>
    )
  if (onBreak) {
    const { stake, asset } = actor.getSnapshot().context
    return (
      <Place leaveLabel={t('header.home')} onLeave={ways.home}>
        <BarredPage code={bodyCode.playPaused} gameId={gameId} stake={stake} asset={asset} />
      </Place>
    )
  }
  return (
    <>
      {question}
      <MatchScreen
        name={name}
        match={actor}
        link={link}
        onReconnect={reconnect}
        now={serverNow}
        onExit={exit}
        offer={{ maySit, busy: isSitting || (isSignedIn && !isPlayer), onSit: sit }}
        busy={ended || isReminded}
      />
      <LoginRequiredPanel
        open={asksLogin && !isLoggingIn}
        wanted={{ table: { gameId, name } }}
        onClose={() => askLogin(false)}
        onLogin={() => openLogin()}
      />
      <TrialEndedPanel open={ended} onClose={ways.home} onAgain={onAgain} />
    </>
  )
}

/** Sits down, or comes back, at the table's address. `table` is null while a match is followed without it. */
const Seat = memo(({ gameId, search, table }: GameScreenProps & { table: Table | null }) => {
  const navigate = useNavigate()
  const nameOf = useTableName()
  const [round, setRound] = useState(0)
  const actor = useActor(seatInput(gameId, search, table), round)
  const again = () => {
    navigate({ to: '/game/$gameId', params: { gameId }, search: {}, replace: true }).then(
      () => setRound((count) => count + 1),
      () => undefined,
    )
  }
  if (!actor) return <Waiting />
  return (
    <Playing key={round} actor={actor} gameId={gameId} name={nameOf(gameId, table?.name)} onAgain={again} />
  )
})

/** Before there is anything to follow: the table, or the connection, is not here yet. */
const Waiting = () => {
  const ways = useWays()
  return (
    <Joining
      match={null}
      link={useLink()}
      onRetry={() => connectionActor.send({ type: 'connection.retry' })}
      onLogin={() => openLogin()}
      onExit={ways.home}
    />
  )
}

const Failed = ({ kind, onRetry }: { kind: 'missing' | 'load'; onRetry(): void }) => {
  const { t } = useTranslation('match')
  return (
    <Place leaveLabel={t('header.home')} onLeave={useWays().home}>
      <Failure kind={kind} onRetry={onRetry} />
    </Place>
  )
}

/** The game route: the table's seats, match and result, or what stands in the way. */
export const GameScreen = ({ gameId, search }: GameScreenProps) => {
  const { data: table, isError, refetch } = useTable(gameId)
  const sitsDown = useLocation({ select: ({ state }) => state.sitsDown === true })
  const seated = useConnection(({ context }) => context.seated)
  const isLive = useIsLive()
  const screen = () => {
    // As it was built, whatever the address asks for.
    if (!isLive) return <Waiting />
    if (table === null) return <Failed kind="missing" onRetry={refetch} />
    if (search.match && search.ply !== undefined)
      return (
        <Suspense fallback={<Waiting />}>
          <Replay gameId={gameId} matchId={search.match} search={search} tableName={table?.name} />
        </Suspense>
      )
    // A match is followed without its table, which only lends its name.
    if (search.match) return <Seat key={gameId} gameId={gameId} search={search} table={table ?? null} />
    if (table && (isFree(table) || sitsDown))
      return <Seat key={gameId} gameId={gameId} search={search} table={table} />
    if (table && seated?.gameId === gameId)
      return <Seat key={gameId} gameId={gameId} search={{ match: seated.matchId }} table={table} />
    // An address alone stakes nothing: a link may be anyone's.
    // Another stake in the address is another choice to begin with.
    if (table)
      return <TableDoor key={`${gameId} ${search.stake} ${search.asset}`} table={table} search={search} />
    return isError ? <Failed kind="load" onRetry={refetch} /> : <Waiting />
  }
  return (
    <>
      {screen()}
      <ToastRegion />
    </>
  )
}
