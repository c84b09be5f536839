import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { noticeText } from '../../calls/notices.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ChatButton } from '../chat/index.ts'
import { ReportButton } from '../support/index.ts'
import type { Evidence } from './evidence.ts'

type FailureProps = {
  /** `missing`: there is no such game. `load`: it could not be loaded. `proof`: what was shown does not match. */
  kind: 'missing' | 'load' | 'proof' | 'refused'
  /** What the server said, when it refused; of a proof, what does not hold where no board is at fault. */
  detail?: string | undefined
  onRetry(): void
  /** What the browser saw, as a file to keep and to report. */
  evidence?: Evidence | undefined
  /** Where an account would be let in. */
  onLogin?: (() => void) | undefined
}

/** What is said of each kind. */
const useWords = (kind: FailureProps['kind']): { title: string; text: string } => {
  const { t } = useTranslation('match')
  switch (kind) {
    case 'missing':
      return { title: noticeText('game-not-found'), text: t('failure.missing.text') }
    case 'load':
      return { title: noticeText('load-failed'), text: noticeText('game-load-failed') }
    default:
      return { title: t(`failure.${kind}.title`), text: t(`failure.${kind}.text`) }
  }
}

/** A game that can't be shown: says why, offers to try again, and the way out. */
export const Failure = ({ kind, detail, evidence, onRetry, onLogin }: FailureProps) => {
  const { t } = useTranslation(['match', 'common'])
  const { title, text } = useWords(kind)
  return (
    <EmptyState
      face={kind === 'missing' ? 'wow' : 'sweat'}
      role="alert"
      isPage
      title={kind === 'proof' && detail !== undefined ? t('failure.proof.match') : title}
      text={detail ?? text}
    >
      {kind === 'proof' && (
        <Button variant="primary" icon="again" onClick={() => window.location.reload()}>
          {t('common:action.reload')}
        </Button>
      )}
      {evidence && (
        <Button icon="incoming" onClick={evidence.save}>
          {t('failure.save')}
        </Button>
      )}
      {onLogin && (
        <Button variant="primary" data-click="log-in" onClick={onLogin}>
          {t('common:title.login')}
        </Button>
      )}
      {kind !== 'missing' && kind !== 'proof' && (
        <Button variant={onLogin ? 'quiet' : 'primary'} icon="again" onClick={onRetry}>
          {t('common:action.retry')}
        </Button>
      )}
      <Link to="/games" className={buttonClass({ variant: kind === 'missing' ? 'primary' : 'quiet' })}>
        {t('failure.games')}
      </Link>
      <ChatButton variant="text" />
      {kind !== 'missing' && (
        <ReportButton variant="text" match={evidence?.match} text={evidence?.summary}>
          {t('report')}
        </ReportButton>
      )}
    </EmptyState>
  )
}
