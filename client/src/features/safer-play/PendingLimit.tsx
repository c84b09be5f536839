import type { PlayLimit } from '@minefall/shared/contracts/rest'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../calls/notices.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { useCoinsText } from '../../ui/use-coins-text.ts'
import { stageOf } from './limits.ts'
import styles from './play.module.css'
import type { LimitName } from './play-calls.ts'
import { durationText } from './played-time.ts'
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

const Words = ({ pending, amount, stage, untilDue }: WordsProps) => {
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

type PendingLimitProps = {
  userId: string
  name: LimitName
  /** The limit that holds meanwhile. */
  amount: string
  pending: Pending
  now(): number
}

/** A higher limit, or none, that was asked for: when it can be confirmed, the confirmation, and the way back. */
export const PendingLimit = ({ userId, name, amount, pending, now }: PendingLimitProps) => {
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
      <p role="status">
        <Words pending={pending} amount={amount} stage={stage} untilDue={untilDue} />
      </p>
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
