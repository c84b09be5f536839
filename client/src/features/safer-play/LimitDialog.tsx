import type { PlayLimit } from '@minefall/shared/contracts/rest'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, noticeText } from '../../calls/notices.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { AmountField } from '../../ui/forms/AmountField.tsx'
import { Note } from '../../ui/Note.tsx'
import { changeOf, dueIfAsked, type LimitChange, parseLimit } from './limits.ts'
import styles from './play.module.css'
import type { ReceivedPlay } from './play-calls.ts'
import { usePlayChange, usePlayNow } from './use-play.ts'

type Effect = Exclude<LimitChange, 'none'>

/** What saving the typed amount would do; null until it is a whole number of coins. */
const effectOf = (limit: PlayLimit, typed: string | null): Effect | null => {
  const change = typed === null ? null : changeOf(limit.amount, typed)
  return change === 'none' ? null : change
}

/** Says from when on a higher limit, or none, could be confirmed. */
const useDueText = (play: ReceivedPlay, limit: PlayLimit) => {
  const { i18n } = useTranslation('play')
  const now = usePlayNow(play)
  return (asked: string | null): string => {
    const due = dueIfAsked(limit, asked, { now: now(), limitRaiseMs: play.limitRaiseMs })
    return formatDateTime(due, i18n.language)
  }
}

const useHint = (limit: PlayLimit, effect: Effect | null, when: string): string => {
  const { t } = useTranslation('play')
  const coins = useCoinsText()
  const { kind, period, amount, used, pending } = limit
  if (effect === 'higher') return t('edit.higher', { when, amount: coins(amount ?? '0', 'coin') })
  if (effect === 'lower') return t(pending ? 'edit.lowerPending' : 'edit.lower')
  if (effect !== null) return t(`edit.${effect}`)
  return amount === null
    ? t(`edit.presentFree.${kind}`, { used: coins(used, 'coin'), present: t(`present.${period}`) })
    : t('edit.present', { used: coins(used, 'coin'), amount: coins(amount, 'coin') })
}

type LimitDialogProps = { userId: string; play: ReceivedPlay; limit: PlayLimit; onClose(): void }

/** Sets a limit; says before what holds at once and what waits. */
export const LimitDialog = ({ userId, play, limit, onClose }: LimitDialogProps) => {
  const { t } = useTranslation('play')
  const isOnline = useOnline()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const { kind, period, amount } = limit
  const next = parseLimit(typed)
  const effect = effectOf(limit, next)
  const dueText = useDueText(play, limit)
  const hint = useHint(limit, effect, dueText(next))
  const change = usePlayChange(
    userId,
    ({ setLimit }, asked: string | null) => setLimit({ kind, period, amount: asked }),
    {
      notice: (asked) => (['higher', 'none'].includes(changeOf(amount, asked)) ? 'limit-asked' : 'limit-set'),
      onDone: onClose,
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (next === null) field.current?.focus()
    else if (effect === 'same') onClose()
    else if (!change.isPending) change.mutate(next)
  }
  const isBusyWith = (asked: 'amount' | 'none') =>
    change.isPending && (change.variables === null) === (asked === 'none')
  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      title={t(`limits.name.${kind}.${period}`)}
      initialFocus={field}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {!isOnline && <Note icon="offline">{t('offline')}</Note>}
        <AmountField
          ref={field}
          label={t('edit.amount')}
          value={typed}
          onChange={setTyped}
          hint={hint}
          error={isTried && next === null ? noticeText('limit-invalid') : null}
        />
        {change.isError && (
          <Note icon="alert" role="alert">
            {errorText(change.error)}
          </Note>
        )}
        <DialogActions>
          <Button
            type="submit"
            variant="primary"
            size="big"
            wide
            busy={isBusyWith('amount')}
            disabled={!isOnline}
          >
            {t(`edit.save.${effect ?? (amount === null ? 'first' : 'same')}`)}
          </Button>
          {amount !== null && (
            <>
              <Button
                variant="quiet"
                wide
                busy={isBusyWith('none')}
                disabled={!isOnline}
                onClick={() => change.mutate(null)}
              >
                {t('edit.remove')}
              </Button>
              <p className={styles.hint}>{t('edit.removeText', { when: dueText(null) })}</p>
            </>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
