import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { Player, PlayerAct } from './player.ts'
import styles from './replay.module.css'

type ControlsProps = {
  player: Player
  sentence: string
  send(asked: PlayerAct): void
  /** Below the buttons. */
  children?: ReactNode
}

/** The scrubber and its buttons. The sentence of the move is seen, and told once: by the scrubber while it has the focus. */
export const Controls = ({ player, sentence, send, children }: ControlsProps) => {
  const { t } = useTranslation('replay')
  const [scrubbing, setScrubbing] = useState(false)
  const { ply, last, playing, speed } = player
  return (
    <section className={styles.controls} aria-label={t('controls')}>
      <p className={styles.sentence} aria-live={scrubbing ? 'off' : 'polite'}>
        {sentence}
      </p>
      <input
        className={styles.scrubber}
        type="range"
        min={0}
        max={last}
        value={ply}
        disabled={last === 0}
        aria-label={t('scrubber')}
        aria-valuetext={sentence}
        style={{ '--done': last === 0 ? 1 : ply / last }}
        onChange={(event) => send({ type: 'seek', ply: event.target.valueAsNumber })}
        onFocus={() => setScrubbing(true)}
        onBlur={() => setScrubbing(false)}
      />
      <div className={styles.buttons}>
        <span className={styles.steps}>
          <IconButton
            icon="first"
            label={t('first')}
            aria-disabled={ply === 0}
            onClick={() => send({ type: 'seek', ply: 0 })}
          />
          <IconButton
            icon="left"
            label={t('back')}
            aria-disabled={ply === 0}
            onClick={() => send({ type: 'step', by: -1 })}
          />
          <Button
            variant="primary"
            className={styles.play}
            icon={playing ? 'pause' : 'play'}
            disabled={last === 0}
            onClick={() => send({ type: 'toggle' })}
          >
            <span className={styles.word}>{t(playing ? 'pause' : 'play')}</span>
          </Button>
          <IconButton
            icon="right"
            label={t('forth')}
            aria-disabled={ply === last}
            onClick={() => send({ type: 'step', by: 1 })}
          />
          <IconButton
            icon="last"
            label={t('last')}
            aria-disabled={ply === last}
            onClick={() => send({ type: 'seek', ply: last })}
          />
        </span>
        <Button
          variant="quiet"
          className={styles.speed}
          aria-label={t('speed', { count: speed })}
          onClick={() => send({ type: 'faster' })}
        >
          {t('times', { count: speed })}
        </Button>
      </div>
      {children}
    </section>
  )
}
