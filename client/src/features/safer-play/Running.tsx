import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountdown } from '../../lib/countdown.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Blocks, BreakDialog, type BreakKind, lengthsOf } from './BreakDialog.tsx'
import styles from './play.module.css'
import type { HeardPlay } from './play-calls.ts'
import { durationText } from './played-time.ts'
import { usePlayNow } from './use-play.ts'

type RunningProps = { userId: string; play: HeardPlay; present: NonNullable<HeardPlay['break']> }

const kinds = ['time-out', 'self-exclusion'] as const

/** The break that goes on: until when, what waits, what stays open, and how to make it longer. */
export const Running = ({ userId, play, present }: RunningProps) => {
  const { t, i18n } = useTranslation('play')
  const now = usePlayNow(play)
  const left = useCountdown(present.endsAt, now)
  const [asked, ask] = useState<BreakKind | null>(null)
  const longer = kinds.filter((kind) => lengthsOf(kind, present, play.at).length > 0)
  return (
    <Panel as="section" className={styles.running} aria-labelledby="play-running">
      <span className={styles.sign}>
        <Icon name="pause" size={24} />
      </span>
      <div>
        <h3 id="play-running" className={styles.heading}>
          {t(`running.${present.kind}`)}
        </h3>
        <p className={styles.end}>
          {present.endsAt === null
            ? t('running.good')
            : t('running.until', {
                when: formatDateTime(present.endsAt, i18n.language),
                left: durationText(left ?? 0, i18n.language, 'second'),
              })}
        </p>
        <p className={styles.text}>{t('running.text')}</p>
      </div>
      <Blocks isForGood={present.endsAt === null} />
      <div className={styles.ways}>
        <Link to="/" search={{ modal: 'withdraw' }} className={buttonClass()}>
          <Icon name="outgoing" />
          {t('refused.withdraw')}
        </Link>
        {longer.map((kind) => (
          <Button key={kind} variant="quiet" onClick={() => ask(kind)}>
            {kind === present.kind
              ? t('breaks.longer')
              : t(`breaks.${kind === 'time-out' ? 'timeOut' : 'exclusion'}`)}
          </Button>
        ))}
      </div>
      {asked && <BreakDialog userId={userId} play={play} kind={asked} onClose={() => ask(null)} />}
    </Panel>
  )
}
