import { useTranslation } from 'react-i18next'
import { useCountdown } from '../../lib/countdown.ts'
import { serverNow } from '../../machines/connection/index.ts'
import { timeUntil } from './time-until.ts'

/** How long until then by the server's time, running down. It is there to be looked at, not to be read out. */
export const TimeUntil = ({ at }: { at: number }) => {
  const { t } = useTranslation('vip')
  const left = timeUntil(useCountdown(at, serverNow) ?? 0)
  return (
    <time dateTime={new Date(at).toISOString()}>
      {left.kind === 'days' ? t('until.days', { days: left.days, hours: left.hours }) : left.clock}
    </time>
  )
}
