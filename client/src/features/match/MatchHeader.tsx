import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../../machines/connection/index.ts'
import { ConnectionBadge } from '../../ui/ConnectionBadge.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import styles from './match.module.css'
import type { Link } from './use-link.ts'

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}
const isOn = () => document.fullscreenElement !== null

/** Fullscreen of the whole page, where the browser has it. */
const useFullscreen = (): { possible: boolean; on: boolean; toggle(): void } => {
  const on = useSyncExternalStore(subscribe, isOn, () => false)
  return {
    possible: typeof document !== 'undefined' && document.fullscreenEnabled === true,
    on,
    toggle: () => {
      // A refusal (no gesture, a frame without permission) leaves the page as it was, which is visible enough.
      const change = on ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      change.catch(() => undefined)
    },
  }
}

type MatchHeaderProps = {
  title: string
  /** Board and turn; empty before the match. */
  detail: string
  link: Link
  /** What the arrow does, where that is not leaving a match. */
  leaveLabel?: string | undefined
  onLeave(): void
  onHelp?: (() => void) | undefined
  onSettings(): void
  children?: ReactNode
}

export const MatchHeader = ({
  title,
  detail,
  link,
  leaveLabel,
  onLeave,
  onHelp,
  onSettings,
  children,
}: MatchHeaderProps) => {
  const { t } = useTranslation('match')
  const fullscreen = useFullscreen()
  const roundTripMs = useConnection(({ context }) => context.roundTripMs)
  return (
    <header className={styles.bar}>
      <IconButton icon="left" label={leaveLabel ?? t('header.leave')} onClick={onLeave} />
      <div className={styles.title}>
        <PageTitle>{title}</PageTitle>
        <span>{detail}</span>
      </div>
      {children}
      <ConnectionBadge state={link.state} roundTripMs={roundTripMs} />
      <div className={styles.tools}>
        {onHelp && (
          <IconButton icon="help" label={t('header.help')} data-click="match-help" onClick={onHelp} />
        )}
        {fullscreen.possible && (
          <IconButton
            icon="expand"
            label={fullscreen.on ? t('header.windowed') : t('header.fullscreen')}
            pressed={fullscreen.on}
            data-click="fullscreen"
            onClick={fullscreen.toggle}
          />
        )}
        <IconButton
          icon="settings"
          label={t('header.settings')}
          data-click="match-settings"
          onClick={onSettings}
        />
      </div>
    </header>
  )
}
