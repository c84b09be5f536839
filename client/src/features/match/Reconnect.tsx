import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useTranslation } from 'react-i18next'
import { useCountdown } from '../../lib/countdown.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TurnRing } from '../../ui/TurnRing.tsx'
import styles from './reconnect.module.css'
import type { Link } from './use-link.ts'

const useCause = (link: Link): string => {
  const { t } = useTranslation('connection')
  if (link.isOffline) return t('offline.title')
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

/** Says once, politely, that play is paused. The region is there before its words. */
export const PausedBanner = ({ paused, className }: { paused: boolean; className: string | undefined }) => {
  const { t } = useTranslation('match')
  return (
    <div className={className} role="status" data-paused={paused}>
      {paused && (
        <div className={styles.banner}>
          <Icon name="pause" />
          <span>{t('paused')}</span>
        </div>
      )}
    </div>
  )
}

type OverlayProps = {
  open: boolean
  link: Link
  /** Our running turn, in the server's milliseconds; null while it is not ours. */
  turn: { at: number; deadline: number } | null
  /** The tile chosen in it, which waits to be sent. */
  chosen: string | null
  now(): number
  onRetry(): void
}

/** Over the match while our own turn runs without us, or when the connection has ended. */
export const ReconnectOverlay = ({ open, link, turn, chosen, now, onRetry }: OverlayProps) => {
  const { t } = useTranslation(['match', 'connection'])
  const left = useCountdown(turn?.deadline ?? null, now)
  const cause = useCause(link)
  const over = link.state === 'disconnected'
  const ours = chosen === null ? t('reconnect.yourTurn') : t('reconnect.chosen', { tile: chosen })
  return (
    <AlertDialog.Root open={open}>
      <AlertDialog.Portal>
        <AlertDialog.Viewport className={styles.overlay}>
          <AlertDialog.Popup className={styles.card}>
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
            <AlertDialog.Title>
              {over ? t('connection:badge.disconnected') : t('reconnect.title')}
            </AlertDialog.Title>
            <AlertDialog.Description className={styles.cause}>
              <Icon name="offline" />
              <span>
                {cause}
                {!over && link.attempt > 1 && ` · ${t('reconnect.attempt', { count: link.attempt })}`}
              </span>
            </AlertDialog.Description>
            {!over && (
              <p>{turn === null ? t('reconnect.kept') : left === 0 ? t('reconnect.ranOut') : ours}</p>
            )}
            <Button variant="primary" wide icon="again" onClick={onRetry}>
              {over ? t('reconnect.reload') : t('connection:tryNow')}
            </Button>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
