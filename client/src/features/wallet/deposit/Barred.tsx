import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { usePlay } from '../../safer-play/use-play.ts'

/** Why an account can't deposit now, as far as it is known; null where it can. */
export const useBarred = (userId: string): { title: string; text: string } | null => {
  const { t, i18n } = useTranslation('play')
  const { data: play } = usePlay(userId)
  if (play?.break) {
    const { kind, endsAt } = play.break
    const text =
      endsAt === null
        ? t('refused.paused.good')
        : t('refused.paused.until', { when: formatDateTime(endsAt, i18n.language) })
    return { title: t(`refused.paused.${kind}`), text }
  }
  return play?.barred ? { title: t('deposit.barredTitle'), text: t('deposit.barredText') } : null
}

/** In the place of a deposit: why there is none, and the way out for coins. */
export const Barred = ({ title, text }: { title: string; text: string }) => {
  const { t } = useTranslation('play')
  return (
    <EmptyState face="smile" role="status" title={title} text={text}>
      <Link to="/" search={{ modal: 'play' }} className={buttonClass()}>
        {t('banner.more')}
      </Link>
      <Link to="/" search={{ modal: 'withdraw' }} className={buttonClass({ variant: 'quiet' })}>
        {t('refused.withdraw')}
      </Link>
    </EmptyState>
  )
}
