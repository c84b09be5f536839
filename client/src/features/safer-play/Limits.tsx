import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/Panel.tsx'
import { LimitDialog } from './LimitDialog.tsx'
import { LimitRow } from './LimitRow.tsx'
import styles from './play.module.css'
import type { HeardPlay, LimitName } from './play-calls.ts'
import { usePlayNow } from './use-play.ts'

const kinds = ['deposit', 'loss'] as const

/** The six limits: what is used of each, what was asked for, and the way to change it. */
export const Limits = ({ userId, play }: { userId: string; play: HeardPlay }) => {
  const { t } = useTranslation('play')
  const now = usePlayNow(play)
  const [changed, change] = useState<LimitName | null>(null)
  const edited = play.limits.find(({ kind, period }) => kind === changed?.kind && period === changed.period)
  return (
    <section className={styles.part} aria-labelledby="play-limits">
      <h3 id="play-limits" className={styles.heading}>
        {t('limits.title')}
      </h3>
      <p className={styles.text}>{t('limits.text')}</p>
      <div className={styles.two}>
        {kinds.map((kind) => (
          <Panel key={kind} as="section" className={styles.card} aria-labelledby={`play-${kind}`}>
            <h4 id={`play-${kind}`} className={styles.name}>
              {t(`limits.${kind}`)}
            </h4>
            <p className={styles.hint}>{t(`limits.${kind}Text`)}</p>
            <ul className={styles.rows}>
              {play.limits
                .filter((limit) => limit.kind === kind)
                .map((limit) => (
                  <LimitRow
                    key={limit.period}
                    userId={userId}
                    limit={limit}
                    now={now}
                    onChange={() => change({ kind, period: limit.period })}
                  />
                ))}
            </ul>
          </Panel>
        ))}
      </div>
      {edited && <LimitDialog userId={userId} play={play} limit={edited} onClose={() => change(null)} />}
    </section>
  )
}
