import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ChatButton } from '../chat/index.ts'
import { ReportButton } from '../support/index.ts'
import type { Evidence } from './evidence.ts'

type FailureProps = {
  /** `missing`: there is no such game. `load`: it could not be loaded. `proof`: what was shown does not match. */
  kind: 'missing' | 'load' | 'proof' | 'refused'
  /** What the server said, when it refused. */
  detail?: string | undefined
  onRetry(): void
  /** What the browser saw, as a file to keep and to report. */
  evidence?: Evidence | undefined
  /** Where an account would be let in. */
  onLogin?: (() => void) | undefined
}

/** A game that can't be shown: says why, offers to try again, and the way out. */
export const Failure = ({ kind, detail, evidence, onRetry, onLogin }: FailureProps) => {
  const { t } = useTranslation(['match', 'common'])
  return (
    <EmptyState
      face={kind === 'missing' ? 'wow' : 'sweat'}
      role="alert"
      isPage
      title={t(`failure.${kind}.title`)}
      text={detail ?? t(`failure.${kind}.text`)}
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
