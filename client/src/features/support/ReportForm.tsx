import {
  type ReportBody,
  type ReportConnection,
  reportCategories,
  reportTextMax,
  supportCalls,
} from '@minefall/shared/contracts/rest'
import type { MatchId } from '@minefall/shared/game'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { errorText, noticeText } from '../../calls/notices.ts'
import { useOnline } from '../../lib/use-online.ts'
import { deviceHeaders } from '../../machines/connection/identity.ts'
import { useConnection } from '../../machines/connection/index.ts'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import styles from './report.module.css'
import { type Draft, revise, textTrouble } from './report-draft.ts'

/** The match that a report is about, with the name of its table. */
export type ReportedMatch = { matchId: MatchId; gameId: string; name: string }

type ReportFactsProps = {
  match: ReportedMatch | undefined
  page: string
  release: string | undefined
  connection: ReportConnection
}

/** So much of a release's name tells it from others. */
const releaseShown = 8

/** From here on a device's clock is said to be wrong, in milliseconds. */
const clockOffMs = 1_000

/** What goes with a report, to be read before it goes. */
const ReportFacts = ({ match, page, release, connection }: ReportFactsProps) => {
  const { t, i18n } = useTranslation(['report', 'connection'])
  const { state, online, closeCode, attempt, roundTripMs, offsetMs } = connection
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const isClockRight = Math.abs(offsetMs) < clockOffMs
  const clock = isClockRight
    ? t('facts.clockRight')
    : t(offsetMs > 0 ? 'facts.clockSlow' : 'facts.clockFast', {
        seconds: number.format(Math.abs(offsetMs) / 1000),
      })
  const rows: readonly [string, ReactNode][] = [
    ...(match
      ? [[t('facts.match'), `${match.name} · ${match.matchId.slice(0, 8)}…`] satisfies [string, string]]
      : []),
    [t('facts.page'), page],
    ...(release === undefined
      ? []
      : [[t('facts.release'), release.slice(0, releaseShown)] satisfies [string, string]]),
    [
      t('facts.connection'),
      online
        ? `${t(`connection:badge.${state}`)}${roundTripMs === null ? '' : ` · ${t('connection:latency', { ms: number.format(Math.round(roundTripMs)) })}`}`
        : t('connection:offline.title'),
    ],
    ...(closeCode === null
      ? []
      : [[t('facts.cause'), t(`connection:close.${closeCode}`)] satisfies [string, string]]),
    ...(attempt > 0 ? [[t('facts.attempts'), number.format(attempt)] satisfies [string, string]] : []),
    [t('facts.clock'), clock],
  ]
  return (
    <details className={styles.facts}>
      <summary>
        <Icon name="info" size={18} />
        <span>{t('facts.title')}</span>
        <Icon name="down" size={18} />
      </summary>
      <dl>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('facts.none')}</p>
    </details>
  )
}

const sameFacts = (before: ReportConnection, after: ReportConnection): boolean =>
  JSON.stringify(before) === JSON.stringify(after)

/** The live connection as it is now, which a report takes along. */
const useConnectionFacts = (): ReportConnection => {
  const online = useOnline()
  const facts = useConnection((connection): ReportConnection => {
    const { closeCode, attempt, roundTripMs, offsetMs } = connection.context
    const state = connection.hasTag('connected')
      ? 'connected'
      : connection.hasTag('disconnected')
        ? 'disconnected'
        : 'connecting'
    return { state, online: true, closeCode, attempt, roundTripMs, offsetMs: Math.round(offsetMs) }
  }, sameFacts)
  return { ...facts, online }
}

/** The release that this page is of; undefined where no server told it. */
const useRelease = (): string | undefined => useConnection(({ context }) => context.release) ?? undefined

const pageMax = 300

/** Path and query of the page, as it was when this was first shown. */
const usePage = (): string =>
  useState(() => `${window.location.pathname}${window.location.search}`.slice(0, pageMax))[0]

/** Sends a report, as the guest of this device where no one is signed in. Answers its number; rejects with a `CallError`. */
const sendReport = async (body: ReportBody): Promise<string> =>
  (await ask(supportCalls.report, { body, headers: deviceHeaders() })).reportId

type ReportFormProps = {
  draft: Draft
  onDraft(draft: Draft): void
  match: ReportedMatch | undefined
  /** The draft of this key was taken; it goes by this number. */
  onSent(number: string, key: string): void
}

/** How near its end the room for the text is shown. */
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
