import { fairnessCalls } from '@minefall/shared/contracts/rest'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { failedStep, type StepResult, steps, type Verdict, verifyWithSite } from '@minefall/shared/record'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type DragEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { errorText } from '../../calls/notices.ts'
import { readSite } from '../../lib/site.ts'
import { saveFile } from '../../parts/lists/DownloadFile.tsx'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/forms/Field.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { VoidFigures } from './VoidFigures.tsx'
import styles from './verify.module.css'

/** What someone typed, pasted or dropped: a record, a match by its id or a link to it, or nothing of these. */
const readAsked = (text: string): { record: string } | { matchId: MatchId } | null => {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return { record: trimmed }
  const [id] = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/.exec(trimmed) ?? []
  const parsed = matchIdSchema.safeParse(id)
  return parsed.success ? { matchId: parsed.data } : null
}

/** The text of a match's record, as this site has it. Rejects with a `CallError`. */
const fetchRecord = async (matchId: MatchId): Promise<string> =>
  (await ask(fairnessCalls.record, { params: { id: matchId } })).text()

/** Checks a record step by step; without a network all but what the site says. */
const checkRecord = (text: string): Promise<Verdict> => verifyWithSite(text, readSite)

type Checked = { text: string; verdict: Verdict }

const signs: Record<StepResult['outcome'], IconName> = { holds: 'check', fails: 'alert', skipped: 'info' }

const StepRow = ({ step, result }: { step: (typeof steps)[number]; result: StepResult | undefined }) => {
  const { t } = useTranslation('verify')
  // Steps after one that fails have no result.
  const outcome = result?.outcome ?? 'skipped'
  // A signature and the site can't be checked everywhere; of anything else there is nothing in this match.
  const isAbsent = result?.outcome === 'skipped' && step !== 'signature' && step !== 'site'
  const { place } = result ?? { place: null }
  return (
    <li className={styles.step} data-step={step} data-outcome={outcome}>
      <span className={styles.sign}>{result && <Icon name={signs[result.outcome]} size={18} />}</span>
      <div>
        <h3>
          {t(`steps.${step}.title`)}
          <small>{t(`outcome.${isAbsent ? 'none' : outcome}`)}</small>
        </h3>
        {outcome === 'holds' && <p>{t(`steps.${step}.text`)}</p>}
        {outcome === 'fails' && <p>{t('expected', { text: t(`steps.${step}.text`) })}</p>}
        {place && (
          <p className={styles.place}>
            {'event' in place
              ? t('place.event', { number: place.event })
              : t('place.line', { number: place.position })}
          </p>
        )}
      </div>
    </li>
  )
}

/** The outcome of a check: in one sentence, then step by step. */
const Result = ({ text, verdict }: Checked) => {
  const { t } = useTranslation('verify')
  const failed = failedStep(verdict)
  const header = verdict.record?.document.header
  const save = () =>
    saveFile(new Blob([text], { type: 'application/json' }), `minefall-${header?.matchId ?? 'record'}.json`)
  return (
    <section className={styles.result} data-failed={failed !== null}>
      <div role="status" className={styles.said}>
        <Icon name={failed ? 'alert' : 'shield'} />
        <div>
          <h2>{t(failed ? 'fails.title' : 'holds.title')}</h2>
          <p>{failed ? t('fails.text', { step: t(`steps.${failed.step}.title`) }) : t('holds.text')}</p>
        </div>
      </div>
      {header && <code className={styles.id}>{header.matchId}</code>}
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepRow key={step} step={step} result={verdict.results.find((one) => one.step === step)} />
        ))}
      </ol>
      {verdict.record && (
        <Button icon="incoming" onClick={save}>
          {t('save')}
        </Button>
      )}
    </section>
  )
}

/** Anyone checks a match here, by its id, a link to it or its record; for a record without a network. */
export const VerifyScreen = () => {
  const matchId = useLocation({ select: ({ hash }) => (readAsked(hash) ? hash : undefined) })
  const { t } = useTranslation(['verify', 'notices', 'errors'])
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [typed, type] = useState(matchId ?? '')
  const check = useMutation({
    mutationFn: async (given: string | File): Promise<Checked | null> => {
      const asked = readAsked(typeof given === 'string' ? given : (await given.text()).trim())
      if (!asked) return null
      const text = 'record' in asked ? asked.record : await fetchRecord(asked.matchId)
      return { text, verdict: await checkRecord(text) }
    },
  })
  const { mutate } = check
  useEffect(() => {
    if (matchId) mutate(matchId)
  }, [matchId, mutate])
  const take = (given: File | undefined) => {
    if (given) mutate(given)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(typed)
  }
  return (
    <section
      className={classes(shape.wrap, shape.column)}
      aria-labelledby={`${id}-title`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <header>
        <PageTitle id={`${id}-title`} className={shape.h28}>
          {t('title')}
        </PageTitle>
        <p className={styles.lead}>{t('text')}</p>
      </header>
      <form className={styles.form} onSubmit={submit}>
        <Field id={id} label={t('asked.label')}>
          <textarea
            id={id}
            className={styles.asked}
            rows={2}
            value={typed}
            placeholder={t('asked.hint')}
            spellCheck={false}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        </Field>
        <div className={styles.ways}>
          <Button type="submit" variant="primary" busy={check.isPending} disabled={typed.trim() === ''}>
            {t('check')}
          </Button>
          <Button icon="incoming" onClick={() => file.current?.click()}>
            {t('file')}
          </Button>
          <input
            ref={file}
            type="file"
            accept=".json,application/json"
            hidden
            aria-label={t('file')}
            onChange={({ currentTarget }) => {
              take(currentTarget.files?.[0])
              // The same file again, mended or after a lost answer, is a choice again.
              currentTarget.value = ''
            }}
          />
        </div>
      </form>
      {check.isError && (
        <Note icon="alert" role="alert">
          {errorText(check.error)}
        </Note>
      )}
      {check.data === null && (
        <Note icon="alert" role="alert">
          {t('unknown')}
        </Note>
      )}
      {check.data && <Result {...check.data} />}
      <VoidFigures />
    </section>
  )
}
