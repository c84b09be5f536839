import type { PlayLimit } from '@minefall/shared/contracts/rest'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { useCoinsText } from '../../ui/use-coins-text.ts'
import { shareUsed } from './limits.ts'
import { PendingLimit } from './PendingLimit.tsx'
import styles from './play.module.css'

const Used = ({ limit, amount }: { limit: PlayLimit; amount: string }) => {
  const { t, i18n } = useTranslation('play')
  const coins = useCoinsText()
  const { kind, period, used, endsAt } = limit
  const left = BigInt(amount) - BigInt(used)
  const when = formatDateTime(endsAt, i18n.language)
  return (
    <>
      <p className={styles.used}>
        {t('limits.used', { used: formatCoins(used, i18n.language), amount: coins(amount, 'coin') })}
      </p>
      <ProgressBar
        value={shareUsed({ used, amount })}
        label={t(`limits.usedLabel.${kind}`, {
          present: t(`present.${period}`),
          used: formatCoins(used, i18n.language),
          amount: coins(amount, 'coin'),
        })}
      />
      <p className={styles.hint}>
        {left > 0n
          ? t('limits.left', { left: formatCoins(left.toString(), i18n.language), when })
          : t('limits.reached', { when })}
      </p>
    </>
  )
}

type LimitRowProps = { userId: string; limit: PlayLimit; now(): number; onChange(): void }

/** One limit: used of it as a bar, and what was asked for. */
export const LimitRow = ({ userId, limit, now, onChange }: LimitRowProps) => {
  const { t } = useTranslation('play')
  const coins = useCoinsText()
  const id = useId()
  const { kind, period, amount, used, pending } = limit
  return (
    <li className={styles.limit}>
      <div className={styles.line}>
        <h5 className={styles.period}>{t(`period.${period}`)}</h5>
        <Button
          variant="text"
          id={id}
          aria-label={`${t(amount === null ? 'limits.set' : 'limits.change')}: ${t(`limits.name.${kind}.${period}`)}`}
          onClick={onChange}
        >
          {t(amount === null ? 'limits.set' : 'limits.change')}
        </Button>
      </div>
      {amount === null ? (
        <p className={styles.hint}>
          {t(`limits.usedFree.${kind}`, { used: coins(used, 'coin'), present: t(`present.${period}`) })}
        </p>
      ) : (
        <Used limit={limit} amount={amount} />
      )}
      {pending && amount !== null && (
        <PendingLimit userId={userId} name={{ kind, period }} amount={amount} pending={pending} now={now} />
      )}
    </li>
  )
}
