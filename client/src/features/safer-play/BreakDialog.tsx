import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format.ts'
import { errorText } from '../../lib/notices.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Blocks } from './Blocks.tsx'
import { type BreakDays, type BreakKind, breakOf, endOf, lengthsOf } from './breaks.ts'
import { ExclusionSure } from './ExclusionSure.tsx'
import styles from './play.module.css'
import type { HeardPlay } from './play-calls.ts'
import { usePlayChange, usePlayNow } from './use-play.ts'

const lengths = ['1', '7', '30', '180', '365', '1825', 'good'] as const
type Length = (typeof lengths)[number]
const lengthOf = (days: BreakDays): Length => lengths.find((name) => name === String(days)) ?? 'good'

type BreakDialogProps = {
  userId: string
  play: HeardPlay
  kind: BreakKind
  /** The only length there is to choose; all of its kind where none is given. */
  only?: BreakDays | undefined
  onClose(): void
  /** It has begun; `onClose` where this is not given. */
  onBegun?: (() => void) | undefined
}

/** A break before it begins: its length, what it blocks and what not; an exclusion is asked for twice. */
export const BreakDialog = ({ userId, play, kind, only, onClose, onBegun = onClose }: BreakDialogProps) => {
  const { t, i18n } = useTranslation(['play', 'common'])
  const isOnline = useOnline()
  const now = usePlayNow(play)
  const first = useRef<HTMLDivElement>(null)
  const offered = lengthsOf(kind, play.break, play.at).filter((days) => only === undefined || days === only)
  const [days, setDays] = useState<BreakDays>(() => offered[0] ?? null)
  const [isSure, setSure] = useState(false)
  const sayEnd = useId()
  const end = endOf(days, now())
  const when = end === null ? null : formatDateTime(end, i18n.language)
  const begin = usePlayChange(
    userId,
    ({ beginBreak }, asked: BreakDays) => beginBreak(breakOf(kind, asked)),
    {
      notice: () => 'break-begun',
      onDone: onBegun,
    },
  )
  const isExclusion = kind === 'self-exclusion'
  const trouble = begin.isError && (
    <Note icon="alert" role="alert">
      {errorText(begin.error)}
    </Note>
  )
  if (isSure)
    return (
      <ExclusionSure
        when={when}
        isBusy={begin.isPending}
        trouble={trouble}
        onBack={() => setSure(false)}
        onClose={onClose}
        onSure={() => begin.mutate(days)}
      />
    )
  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      title={t(isExclusion ? 'break.exclusion' : 'break.timeOut')}
      description={t('breaks.text')}
      initialFocus={first}
    >
      <div ref={first} className={styles.form} tabIndex={-1}>
        {!isOnline && <Note icon="offline">{t('offline')}</Note>}
        {offered.length > 1 && (
          <Segments
            legend={t('break.length')}
            options={offered.map(lengthOf)}
            value={lengthOf(days)}
            label={(name) => t(`length.${name}`)}
            onChange={(name) => setDays(offered.find((one) => lengthOf(one) === name) ?? null)}
          />
        )}
        <p id={sayEnd} className={styles.end} role="status">
          {when === null ? t('break.endsNever') : t('break.ends', { when })}
        </p>
        <Blocks isForGood={days === null} />
        <p className={styles.hint}>{t('blocks.match')}</p>
        {trouble}
      </div>
      <DialogActions>
        {isExclusion ? (
          <Button wide size="big" disabled={!isOnline} onClick={() => setSure(true)}>
            {t('break.next')}
          </Button>
        ) : (
          <Button
            variant="primary"
            wide
            size="big"
            busy={begin.isPending}
            disabled={!isOnline}
            aria-describedby={sayEnd}
            onClick={() => begin.mutate(days)}
          >
            {t('break.begin')}
          </Button>
        )}
        <Button variant="quiet" wide onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
