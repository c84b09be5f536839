import { emoteNames, emoteRestMs } from '@minefall/shared/contracts/live'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Emote } from '../../ui/Emote.tsx'
import styles from './emotes.module.css'

type EmoteBarProps = { onSend(emote: string): void; disabled: boolean }

/** Milliseconds between two emotes of ours: the server's, and what the later one may be faster on its way. */
const rest = emoteRestMs + 100

/** The fixed set. Arrow keys move inside it, as in every toolbar. */
export const EmoteBar = ({ onSend, disabled }: EmoteBarProps) => {
  const { t } = useTranslation(['match', 'ui'])
  const bar = useRef<HTMLDivElement>(null)
  const last = useRef(Number.NEGATIVE_INFINITY)
  return (
    <div
      ref={bar}
      className={styles.emotes}
      role="toolbar"
      aria-label={t('emotes')}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
        if (step === 0) return
        const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
        const { activeElement } = document
        const at = activeElement instanceof HTMLButtonElement ? buttons.indexOf(activeElement) : -1
        buttons[(at + step + buttons.length) % buttons.length]?.focus()
        event.preventDefault()
      }}
    >
      {emoteNames.map((name, index) => (
        <button
          key={name}
          type="button"
          className={styles.emote}
          tabIndex={index === 0 ? 0 : -1}
          aria-label={t(`ui:emote.${name}`)}
          title={t(`ui:emote.${name}`)}
          aria-disabled={disabled}
          onClick={() => {
            const at = performance.now()
            if (disabled || at - last.current < rest) return
            last.current = at
            onSend(name)
          }}
        >
          <Emote name={name} size={36} />
        </button>
      ))}
    </div>
  )
}
