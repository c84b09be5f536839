import { type ReportBody, reportCategories, reportTextMax } from '@minefall/shared/contracts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, noticeText } from '../../lib/notices.ts'
import { useOnline } from '../../lib/use-online.ts'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { type ReportedMatch, ReportFacts } from './ReportFacts.tsx'
import styles from './report.module.css'
import { sendReport } from './report-calls.ts'
import { type Draft, revise, textTrouble } from './report-draft.ts'
import { useConnectionFacts, usePage, useRelease } from './report-facts.ts'

type ReportFormProps = {
  draft: Draft
  onDraft(draft: Draft): void
  match: ReportedMatch | undefined
  /** The draft of this key was taken; it goes by this number. */
  onSent(number: string, key: string): void
}

/** How near its end the room for the text is told. */
const tellsFrom = reportTextMax - 300

export const ReportForm = ({ draft, onDraft, match, onSent }: ReportFormProps) => {
  const { t } = useTranslation(['report', 'notices'])
  const id = useId()
  const isOnline = useOnline()
  const connection = useConnectionFacts()
  const page = usePage()
  const release = useRelease()
  const form = useRef<HTMLFormElement>(null)
  const [isTried, setTried] = useState(false)
  const send = useMutation({
    networkMode: 'always',
    mutationFn: sendReport,
    onSuccess: (number, { key }) => onSent(number, key),
  })

  const trouble = textTrouble(draft.text)
  const isKindMissing = draft.category === null
  const change = (next: Parameters<typeof revise>[1]) => {
    if (send.isError) send.reset()
    onDraft(revise(draft, next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { category, key, text } = draft
    if (category === null) form.current?.querySelector<HTMLElement>('input[type=radio]')?.focus()
    else if (trouble !== null) form.current?.querySelector('textarea')?.focus()
    else if (!send.isPending) {
      const about = match ? { matchId: match.matchId, gameId: match.gameId } : {}
      const body: ReportBody = { key, category, text: text.trim(), page, release, connection, ...about }
      onDraft({ ...draft, sent: true })
      send.mutate(body)
    }
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {!isOnline && <Note icon="offline">{t('offline')}</Note>}
      <fieldset className={styles.kinds} aria-describedby={`${id}-kind`}>
        <legend>{t('category.label')}</legend>
        {reportCategories.map((category) => (
          <label key={category} className={styles.kind}>
            <input
              className={shape.cover}
              type="radio"
              name={id}
              value={category}
              checked={draft.category === category}
              onChange={() => change({ category })}
            />
            {t(`category.${category}`)}
          </label>
        ))}
        <p id={`${id}-kind`} className={styles.wrong} aria-live="polite">
          {isTried && isKindMissing && t('category.missing')}
        </p>
      </fieldset>
      <div className={styles.field}>
        <label htmlFor={`${id}-text`}>{t('what.label')}</label>
        <textarea
          id={`${id}-text`}
          className={classes(styles.text, isTried && trouble !== null && styles.bad)}
          rows={4}
          value={draft.text}
          placeholder={t('what.hint')}
          aria-invalid={isTried && trouble !== null}
          aria-describedby={`${id}-said`}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        <p
          id={`${id}-said`}
          className={classes(styles.said, isTried && trouble !== null && styles.wrong)}
          aria-live="polite"
        >
          {isTried && trouble !== null
            ? noticeText(trouble)
            : draft.text.length > tellsFrom &&
              t('what.left', { count: Math.max(0, reportTextMax - draft.text.length) })}
        </p>
      </div>
      <ReportFacts match={match} page={page} release={release} connection={connection} />
      {send.isError && (
        <Note icon="alert" role="alert">
          {errorText(send.error)}
        </Note>
      )}
      <Button type="submit" variant="primary" size="big" wide busy={send.isPending} disabled={!isOnline}>
        <Icon name="outgoing" />
        {t('send')}
      </Button>
    </form>
  )
}
