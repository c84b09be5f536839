import { type BreakBody, breakBodySchema, breakDays, type PlayState } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../calls/notices.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { durationText } from './Figures.tsx'
import styles from './play.module.css'
import type { ReceivedPlay } from './play-calls.ts'
import { Tick } from './Tick.tsx'
import { usePlayChange, usePlayNow } from './use-play.ts'

type RunningProps = { userId: string; play: ReceivedPlay; present: NonNullable<ReceivedPlay['break']> }

const kinds = ['time-out', 'self-exclusion'] as const

/** The break that goes on: until when, what waits, what stays open, and how to make it longer. */
export const Running = ({ userId, play, present }: RunningProps) => {
  const { t, i18n } = useTranslation('play')
  const now = usePlayNow(play)
  const left = useCountdown(present.endsAt, now)
  const [asked, ask] = useState<BreakKind | null>(null)
  const longer = kinds.filter((kind) => lengthsOf(kind, present, play.at).length > 0)
  return (
    <Panel as="section" className={styles.running} aria-labelledby="play-running">
      <span className={styles.sign}>
        <Icon name="pause" size={24} />
      </span>
      <div>
        <h3 id="play-running" className={styles.heading}>
          {t(`running.${present.kind}`)}
        </h3>
        <p className={styles.end}>
          {present.endsAt === null
            ? t('running.good')
            : t('running.until', {
                when: formatDateTime(present.endsAt, i18n.language),
                left: durationText(left ?? 0, i18n.language, 'second'),
              })}
        </p>
        <p className={styles.text}>{t('running.text')}</p>
      </div>
      <Blocks isForGood={present.endsAt === null} />
      <div className={styles.ways}>
        <Link to="/" search={{ modal: 'withdraw' }} className={buttonClass()}>
          <Icon name="outgoing" />
          {t('refused.withdraw')}
        </Link>
        {longer.map((kind) => (
          <Button key={kind} variant="quiet" onClick={() => ask(kind)}>
            {kind === present.kind
              ? t('breaks.longer')
              : t(`breaks.${kind === 'time-out' ? 'timeOut' : 'exclusion'}`)}
          </Button>
        ))}
      </div>
      {asked && <BreakDialog userId={userId} play={play} kind={asked} onClose={() => ask(null)} />}
    </Panel>
  )
}

type ExclusionSureProps = {
  /** When it ends; null for never. */
  when: string | null
  isBusy: boolean
  trouble: ReactNode
  onBack(): void
  onClose(): void
  onSure(): void
}

/** The second step of an exclusion: no one gets here, or past it, by one press too many. */
const ExclusionSure = ({ when, isBusy, trouble, onBack, onClose, onSure }: ExclusionSureProps) => {
  const { t } = useTranslation(['play', 'common'])
  const isOnline = useOnline()
  const tick = useRef<HTMLInputElement>(null)
  const [isTicked, setTicked] = useState(false)
  const [isTried, setTried] = useState(false)
  const go = () => {
    setTried(true)
    if (isTicked) onSure()
    else tick.current?.focus()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      title={t('break.sureTitle')}
      description={when === null ? t('break.sureTextGood') : t('break.sureText', { when })}
      initialFocus={tick}
    >
      <Tick
        ref={tick}
        label={t('break.understood')}
        isTicked={isTicked}
        onTick={setTicked}
        error={isTried && !isTicked ? t('break.mustTick') : null}
      />
      {trouble}
      <DialogActions>
        <Button wide size="big" busy={isBusy} disabled={!isOnline} onClick={go}>
          {when === null ? t('break.excludeGood') : t('break.exclude', { when })}
        </Button>
        <Button variant="quiet" wide onClick={onBack}>
          {t('common:action.back')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const waits = ['seats', 'deposits', 'gifts'] as const
const stays = ['withdraw', 'account'] as const

/** What a break blocks, and what it does not. */
const Blocks = ({ isForGood }: { isForGood: boolean }) => {
  const { t } = useTranslation('play')
  return (
    <div className={styles.blocks}>
      <div>
        <p className={styles.blocksHeading}>{t(isForGood ? 'blocks.headingGood' : 'blocks.heading')}</p>
        <ul>
          {waits.map((what) => (
            <li key={what}>
              <Icon name="pause" size={16} />
              {t(`blocks.${what}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.open}>
        <p className={styles.blocksHeading}>{t('blocks.open')}</p>
        <ul>
          {stays.map((what) => (
            <li key={what}>
              <Icon name="check" size={16} />
              {t(`blocks.${what}`)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

export type BreakKind = BreakBody['kind']
/** Days of a break; null is permanently. */
type BreakDays = BreakBody['days']

const dayMs = 86_400_000

/** When a break that begins now would end; null for never. */
export const endOf = (days: BreakDays, now: number): number | null =>
  days === null ? null : now + days * dayMs

/** The lengths that would make the present break longer, or all of them where there is none. */
export const lengthsOf = (kind: BreakKind, present: PlayState['break'], now: number): BreakDays[] =>
  breakDays[kind].filter((days) => {
    if (!present) return true
    if (present.endsAt === null) return false
    const end = endOf(days, now)
    return end === null || end > present.endsAt
  })

/** A break as it is asked for. Throws for a length that its kind has not. */
export const breakOf = (kind: BreakKind, days: BreakDays): BreakBody => breakBodySchema.parse({ kind, days })

const lengths = ['1', '7', '30', '180', '365', '1825', 'good'] as const
type Length = (typeof lengths)[number]
const lengthOf = (days: BreakDays): Length => lengths.find((name) => name === String(days)) ?? 'good'

type BreakDialogProps = {
  userId: string
  play: ReceivedPlay
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
