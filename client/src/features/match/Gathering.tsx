import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLobby } from '../../calls/use-lobby.ts'
import { useLasting } from '../../lib/countdown.ts'
import { formatSeconds } from '../../lib/format.ts'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { useNotifications } from '../../lib/notifications.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { type MatchActorRef, useMatch } from '../../machines/match/index.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Coins, useCoinsText } from '../../ui/Coins.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ShareLink } from '../../ui/ShareLink.tsx'
import { canPay, heldIn, RuleIcons, useStakeable } from '../lobby/index.ts'
import { BarredHere, barringCode } from '../safer-play/index.ts'
import styles from './gathering.module.css'
import { useSeat } from './names.ts'

/** Whether the player has looked elsewhere since this was first shown. */
const useWasAway = (): boolean => {
  const [wasAway, setWasAway] = useState(false)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') setWasAway(true)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return wasAway
}

const Offer = ({ onAccept }: { onAccept(): void }) => {
  const { t } = useTranslation('device')
  return (
    <p className={styles.held}>
      <span>{t('notifications.offer')}</span>
      <Button variant="text" icon="bell" onClick={onAccept}>
        {t('notifications.accept')}
      </Button>
    </p>
  )
}

/** Who leaves the tab while a table fills may want to be told when it is full: asked then, and by a press alone. */
const NotifyOffer = ({ state, turnOn }: ReturnType<typeof useNotifications>) => {
  const wasAway = useWasAway()
  if (!wasAway || state !== 'unasked') return null
  return (
    <Suspense fallback={null}>
      <Offer onAccept={turnOn} />
    </Suspense>
  )
}

/** A seat at the table; `busy` while it is being taken, or waits for the connection. */
export type SeatOffer = { maySit: boolean; busy: boolean; onSit(): void }

type GatheringProps = {
  match: MatchActorRef
  /** The table's name. */
  name: string
  /** As the match is now: what is a frame late would show it free for a moment after a login. */
  offer: SeatOffer
  onLeave(): void
}

const SitDown = ({ match, offer: { maySit, busy, onSit } }: GatheringProps) => {
  const state = useMatch(match, (it) => it)
  const refused = useMatch(match, (_, { context }) => context.refused)
  const { t } = useTranslation('match')
  const coins = useCoinsText()
  const balance = useStakeable()
  const seated = useConnection(({ context }) => context.seated)
  const { asset, stake } = state
  const isShort = !canPay(balance, state)
  const barred = barringCode(refused?.code)
  if (seated && seated.matchId !== state.matchId)
    return (
      <p className={styles.held}>
        <span>{t('gathering.elsewhere')}</span>
        <Link
          className={buttonClass({ variant: 'text' })}
          to="/game/$gameId"
          params={{ gameId: seated.gameId }}
          search={{ match: seated.matchId }}
        >
          {t('gathering.goThere')}
        </Link>
      </p>
    )
  return (
    <>
      <Button
        variant="primary"
        size="big"
        wide
        busy={busy}
        off={isShort || (!maySit && !busy)}
        onClick={onSit}
      >
        {t('gathering.sit', { stake: coins(stake, asset) })}
      </Button>
      {isShort && (
        <p className={styles.short} role="alert">
          {t('gathering.short', { held: coins(heldIn(balance, asset) ?? '0', asset) })}
        </p>
      )}
      {barred !== null && <BarredHere code={barred} gameId={state.gameId} stake={stake} asset={asset} />}
    </>
  )
}

/** After this wait, players who are kept apart see the reason. In milliseconds. */
const longMs = 30_000

/** A match that waits for its players: what it is played for, who is missing, the way in and the link to it. */
export const Gathering = (props: GatheringProps) => {
  const { match, name, onLeave } = props
  const state = useMatch(match, (it) => it)
  const seat = useSeat(match)
  const isPrivate = useMatch(match, (_, { context }) => context.isPrivate)
  // Others with seats left were passed over, where accounts sit that this one is kept apart from.
  const apart = useMatch(match, (_, { context }) => context.apart)
  const { t, i18n } = useTranslation('match')
  const coins = useCoinsText()
  const notifying = useNotifications()
  const part = useRef<HTMLElement>(null)
  // A seat that is taken, and an offer that is accepted, take their button away.
  useKeptFocus(part, `${seat} ${notifying.state}`)
  const waitMs = useLobby()?.tables.find(({ gameId }) => gameId === state.gameId)?.waitMs ?? null
  const taken = state.table.filter(Boolean).length
  const missing = state.seats - taken
  const isLong = useLasting(apart && seat !== null && missing > 0, longMs)
  const isFree = state.asset === 'trial'
  const pot = BigInt(state.stake) * BigInt(state.seats)
  const url = `${window.location.origin}/game/${state.gameId}?match=${state.matchId}`
  return (
    <section ref={part} className={styles.gathering} aria-label={t('gathering.title')} tabIndex={-1}>
      <h2 className={styles.title}>
        {isPrivate && <Icon name="lock" />}
        {t(isPrivate ? 'gathering.private' : 'gathering.title')}
      </h2>
      <p className={styles.missing} role="status">
        {missing > 0 ? t('gathering.missing', { count: missing }) : t('gathering.full')}
        {waitMs !== null && !isPrivate && missing > 0 && (
          <> {t('gathering.wait', { time: formatSeconds(waitMs, i18n.language) })}</>
        )}
      </p>
      {isLong && (
        <p className={styles.apart} role="status">
          {t('gathering.apart')}
        </p>
      )}
      <dl className={styles.terms}>
        <div>
          <dt>{t('gathering.stake')}</dt>
          <dd>
            <Coins named amount={state.stake} purse={state.asset} />
          </dd>
        </div>
        <div>
          <dt>{t('gathering.pot')}</dt>
          <dd>
            <Coins amount={pot.toString()} purse={state.asset} />
          </dd>
        </div>
      </dl>
      <RuleIcons table={state} />
      {seat === null ? (
        <SitDown {...props} />
      ) : (
        <p className={styles.held}>
          <span>
            {isFree
              ? t('gathering.seatedFree')
              : t('gathering.seated', { stake: coins(state.stake, state.asset) })}
          </span>
          <Button variant="text" onClick={onLeave}>
            {t('gathering.leave')}
          </Button>
        </p>
      )}
      {seat !== null && <NotifyOffer {...notifying} />}
      {!isFree && missing > 0 && (
        <div className={styles.invite}>
          <p>{t(isPrivate ? 'gathering.inviteOnly' : 'gathering.invite')}</p>
          <ShareLink
            url={url}
            label={t('gathering.link')}
            title={t('gathering.shareTitle', { table: name })}
          />
        </div>
      )}
    </section>
  )
}
