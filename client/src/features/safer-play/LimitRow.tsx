import type { PlayLimit } from '@minefall/shared/contracts/rest'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../calls/notices.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { formatCoins, formatDateTime } from '../../lib/format.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { durationText } from './Figures.tsx'
import { shareUsed, stageOf } from './limits.ts'
import styles from './play.module.css'
import type { LimitName } from './play-calls.ts'
import { usePlayChange } from './use-play.ts'

type Pending = NonNullable<PlayLimit['pending']>

/** Counts down to the next stage of what was asked for. */
const useStage = (pending: Pending, now: () => number) => {
  const untilDue = useCountdown(pending.dueAt, now) ?? 0
  const stage = stageOf(pending, now())
  useCountdown(stage === 'due' ? pending.lapsesAt : null, now)
  return { stage, untilDue }
}

type WordsProps = { pending: Pending; amount: string; stage: ReturnType<typeof stageOf>; untilDue: number }

const useWords = ({ pending, amount, stage, untilDue }: WordsProps): string => {
  const { t, i18n } = useTranslation('play')
  const coins = useCoinsText()
  const present = coins(amount, 'coin')
  const asked = pending.amount === null ? null : coins(pending.amount, 'coin')
  if (stage === 'lapsed')
    return asked === null
      ? t('pending.lapsedNone', { present })
      : t('pending.lapsed', { amount: asked, present })
  if (stage === 'due') {
    const when = formatDateTime(pending.lapsesAt, i18n.language)
    return asked === null ? t('pending.dueNone', { when }) : t('pending.due', { amount: asked, when })
  }
  const terms = {
    present,
    when: formatDateTime(pending.dueAt, i18n.language),
    left: durationText(untilDue, i18n.language, 'second'),
  }
  return asked === null ? t('pending.waitingNone', terms) : t('pending.waiting', { ...terms, amount: asked })
}

/** Tells a screen reader that the wait is over, but not each second of it. */
export const Words = (props: WordsProps) => (
  <p role="status" aria-live={props.stage === 'waiting' ? 'off' : 'polite'}>
    {useWords(props)}
  </p>
)

type PendingLimitProps = {
  userId: string
  name: LimitName
  /** The limit that holds in the meantime. */
  amount: string
  pending: Pending
  now(): number
}

/** A higher limit, or none, that was asked for: when it can be confirmed, the confirmation, and the way back. */
const PendingLimit = ({ userId, name, amount, pending, now }: PendingLimitProps) => {
  const { t } = useTranslation('play')
  const coins = useCoinsText()
  const isOnline = useOnline()
  const { stage, untilDue } = useStage(pending, now)
  const confirm = usePlayChange(userId, ({ confirmLimit }) => confirmLimit(name), {
    notice: () => 'limit-set',
  })
  const takeBack = usePlayChange(userId, ({ takeBackLimit }) => takeBackLimit(name), {
    notice: () => 'limit-set',
  })
  const failed = confirm.error ?? takeBack.error
  return (
    <div className={styles.pending}>
      <Icon name={stage === 'waiting' ? 'clock' : 'info'} />
      <Words pending={pending} amount={amount} stage={stage} untilDue={untilDue} />
      {stage !== 'lapsed' && (
        <div className={styles.ways}>
          {stage === 'due' && (
            <Button
              variant="primary"
              busy={confirm.isPending}
              disabled={!isOnline}
              onClick={() => confirm.mutate(undefined)}
            >
              {pending.amount === null
                ? t('pending.confirmNone')
                : t('pending.confirm', { amount: coins(pending.amount, 'coin') })}
            </Button>
          )}
          <Button
            variant="quiet"
            busy={takeBack.isPending}
            disabled={!isOnline}
            onClick={() => takeBack.mutate(undefined)}
          >
            {t('pending.takeBack')}
          </Button>
        </div>
      )}
      {failed && (
        <Note icon="alert" role="alert">
          {errorText(failed)}
        </Note>
      )}
    </div>
  )
}

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
