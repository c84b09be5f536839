import { bodyCode } from '@minefall/shared/contracts'
import { accountCalls, type UndoableChange } from '@minefall/shared/contracts/rest'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { errorText } from '../../calls/notices.ts'
import { isCallError, isUnclear } from '../../lib/call-error.ts'
import { formatDateTime } from '../../lib/format.ts'
import { openLogin } from '../../machines/login/index.ts'
import { sessionActor, useSession } from '../../machines/session/index.ts'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ChatButton } from '../chat/index.ts'
import styles from './undo.module.css'

/** The token of the link that undoes a change; null for a visit without a link. */
export type UndoScreenProps = { token: string | null; onUndone(): void }

/** The link is used, expired or invalid. */
const isGone = (error: unknown): boolean =>
  isCallError(error) && (error.code === bodyCode.notFound || error.code === bodyCode.badParameters)

const Gone = () => {
  const { t } = useTranslation('undo')
  return (
    <EmptyState isPage face="grr" title={t('gone.title')} text={t('gone.text')}>
      <ChatButton />
    </EmptyState>
  )
}

const Done = () => {
  const { t } = useTranslation('undo')
  const navigate = useNavigate()
  const isGuest = useSession(({ context }) => context.user === null)
  return (
    <EmptyState isPage face="smile" title={t('done.title')} text={t('done.text')} role="status">
      {isGuest ? (
        <Button variant="primary" size="big" onClick={() => openLogin('/')}>
          {t('done.login')}
        </Button>
      ) : (
        <Button onClick={() => void navigate({ to: '/' })}>{t('done.home')}</Button>
      )}
    </EmptyState>
  )
}

/** A temporary failure, with its reason and a retry button. */
const Failed = ({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry(): void }) => {
  const { t } = useTranslation('common')
  return (
    <Note
      icon="alert"
      role="alert"
      action={
        <Button variant="text" busy={busy} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    >
      {errorText(error)}
    </Note>
  )
}

/** The present contacts and the restored ones. */
const Contacts = ({ contacts }: Pick<UndoableChange, 'contacts'>) => {
  const { t } = useTranslation('undo')
  return (
    <ul className={styles.contacts}>
      {contacts.map(({ kind, now, back }) => (
        <li key={kind} className={styles.contact}>
          <h2 className={styles.kind}>
            <Icon name={kind === 'email' ? 'mail' : 'phone'} />
            {t(kind)}
          </h2>
          <dl className={styles.values}>
            <div>
              <dt>{t('now')}</dt>
              <dd className={styles.now}>{now ?? t('none')}</dd>
            </div>
            <Icon name="right" className={styles.arrow} />
            <div>
              <dt>{t('back')}</dt>
              <dd>{back ?? t('none')}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}

const consequences = [
  ['leave', 'sessions'],
  ['lock', 'passwords'],
  ['pause', 'withdrawals'],
] as const

type ChangeProps = { change: UndoableChange; busy: boolean; error: unknown; onUndo(): void }

const Change = ({ change, busy, error, onUndo }: ChangeProps) => {
  const { t, i18n } = useTranslation('undo')
  const when = (at: number) => formatDateTime(at, i18n.language)
  return (
    <>
      <header>
        <PageTitle className={shape.h28}>{t('title')}</PageTitle>
        <p className={styles.made}>
          {t('made', { when: when(change.changedAt), until: when(change.until) })}
        </p>
      </header>
      <Contacts contacts={change.contacts} />
      <section aria-labelledby="also">
        <h2 id="also" className={styles.also}>
          {t('also')}
        </h2>
        <ul className={styles.consequences}>
          {consequences.map(([icon, name]) => (
            <li key={name}>
              <Icon name={icon} />
              {t(name)}
            </li>
          ))}
        </ul>
      </section>
      {error !== null && <Failed error={error} busy={busy} onRetry={onUndo} />}
      <Button variant="primary" size="big" wide busy={busy} onClick={onUndo}>
        {t('undo')}
      </Button>
      <p className={styles.keep}>{t('keep')}</p>
    </>
  )
}

/** `/undo`: the page behind the link in a message about a changed contact, also for guests. */
export const UndoScreen = ({ token, onUndone }: UndoScreenProps) => {
  const { t } = useTranslation(['undo', 'common', 'notices', 'errors'])
  const change = useQuery({
    queryKey: ['undoable', token],
    queryFn: () => ask(accountCalls.undoable, { body: { token: token ?? '' } }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => !isGone(error) && failures < 1,
  })
  /** An earlier attempt may have undone it: its answer was lost. */
  const isUnanswered = useRef(false)
  const undo = useMutation({
    mutationFn: async () => {
      try {
        await ask(accountCalls.undo, { body: { token: token ?? '' } })
      } catch (error) {
        if (isGone(error) && isUnanswered.current) return
        if (isUnclear(error)) isUnanswered.current = true
        throw error
      }
    },
    onSuccess: () => {
      onUndone()
      // If the change was this account's, its session has ended.
      sessionActor.send({ type: 'session.refresh' })
    },
  })
  const shown = () => {
    if (undo.isSuccess) return <Done />
    if (token === null || isGone(change.error) || isGone(undo.error)) return <Gone />
    if (change.data)
      return (
        <Change change={change.data} busy={undo.isPending} error={undo.error} onUndo={() => undo.mutate()} />
      )
    if (change.error)
      return <Failed error={change.error} busy={change.isFetching} onRetry={() => void change.refetch()} />
    return <Skeleton height="360px" />
  }
  return (
    <div className={classes(shape.wrap, styles.page)}>
      <Panel as="section" className={styles.panel} aria-label={t('what')}>
        {shown()}
      </Panel>
    </div>
  )
}
