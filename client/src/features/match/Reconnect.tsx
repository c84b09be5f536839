import type { CloseCode } from '@minefall/shared/contracts/live'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountdown } from '../../lib/countdown.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TurnRing } from '../../ui/TurnRing.tsx'
import styles from './reconnect.module.css'

/** What the screen knows of the connection. */
export type Link = {
  state: 'connected' | 'connecting' | 'disconnected'
  closeCode: CloseCode | null
  attempt: number
  /** Since when it has been down, in local milliseconds. */
  downSince: number | null
  roundTripMs: number | null
  /** No network at all, as the browser says. */
  offline: boolean
}

/** Shorter breaks are not worth a word. */
export const graceMs = 1000

/** Whether the connection has been down for longer than the grace. */
export const useDown = (link: Link): boolean => {
  const { downSince } = link
  const up = link.state === 'connected'
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (up || downSince === null) {
      setLate(false)
      return
    }
    const wait = Math.max(0, downSince + graceMs - Date.now())
    const timer = setTimeout(() => setLate(true), wait)
    return () => clearTimeout(timer)
  }, [up, downSince])
  return late && !up
}

const useCause = (link: Link): string => {
  const { t } = useTranslation('connection')
  if (link.offline) return t('offline.title')
  return t(`close.${link.closeCode ?? 'network'}`)
}

/** A line above the board: the match goes on, moves wait. */
export const ReconnectBanner = ({ link, onRetry }: { link: Link; onRetry(): void }) => {
  const { t } = useTranslation('connection')
  const cause = useCause(link)
  return (
    <div className={styles.banner} role="status" data-state={link.state}>
      <Icon name="offline" />
      <span>{cause}</span>
      {link.state !== 'disconnected' && (
        <Button variant="text" onClick={onRetry}>
          {t('tryNow')}
        </Button>
      )}
    </div>
  )
}

type OverlayProps = {
  link: Link
  /** Our running turn, in the server's milliseconds; null while it is not ours. */
  turn: { at: number; deadline: number } | null
  now(): number
  onRetry(): void
}

/** Over the board while our own turn runs without us, or when the connection is over for good. */
export const ReconnectOverlay = ({ link, turn, now, onRetry }: OverlayProps) => {
  const { t } = useTranslation(['match', 'connection'])
  const left = useCountdown(turn?.deadline ?? null, now)
  const cause = useCause(link)
  const over = link.state === 'disconnected'
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    card.current?.querySelector('button')?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div className={styles.overlay}>
      <div
        ref={card}
        className={styles.card}
        role="alertdialog"
        aria-labelledby="reconnect-title"
        aria-describedby="reconnect-cause"
      >
        {turn && !over && (
          <div className={styles.count}>
            <TurnRing
              clock={{ startedAt: turn.at, deadline: turn.deadline, now }}
              yours
              className={styles.ring}
            />
            <div>
              <b>{left}</b>
              <span>{t('reconnect.seconds', { count: left ?? 0 })}</span>
            </div>
          </div>
        )}
        <h2 id="reconnect-title">{over ? t('connection:badge.disconnected') : t('reconnect.title')}</h2>
        <p id="reconnect-cause" className={styles.cause}>
          <Icon name="offline" />
          <span>
            {cause} {!over && link.attempt > 1 && t('reconnect.attempt', { count: link.attempt })}
          </span>
        </p>
        {!over && <p>{t(`reconnect.${turn === null ? 'kept' : left === 0 ? 'ranOut' : 'yourTurn'}`)}</p>}
        <Button variant="primary" wide icon="again" onClick={onRetry}>
          {over ? t('reconnect.reload') : t('connection:tryNow')}
        </Button>
      </div>
    </div>
  )
}
