import { reminderMinutes } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../calls/notices.ts'
import { formatTime } from '../../lib/format.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useSession } from '../../machines/session/index.ts'
import { QueryState, useFailureText } from '../../parts/QueryState.tsx'
import { Button } from '../../ui/Button.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BreakDialog, type BreakKind, Running } from './BreakDialog.tsx'
import { Days } from './Days.tsx'
import { durationText, Figures } from './Figures.tsx'
import { LimitDialog } from './LimitDialog.tsx'
import { LimitRow } from './LimitRow.tsx'
import styles from './play.module.css'
import type { LimitName, ReceivedPlay, ReminderMinutes } from './play-calls.ts'
import { usePlayChange, usePlayNow, usePlayToday } from './use-play.ts'

const kinds = ['deposit', 'loss'] as const

/** The six limits: what is used of each, what was asked for, and the way to change it. */
const Limits = ({ userId, play }: { userId: string; play: ReceivedPlay }) => {
  const { t } = useTranslation('play')
  const now = usePlayNow(play)
  const [changed, change] = useState<LimitName | null>(null)
  const edited = play.limits.find(({ kind, period }) => kind === changed?.kind && period === changed.period)
  return (
    <section className={styles.part} aria-labelledby="play-limits">
      <h3 id="play-limits" className={styles.heading}>
        {t('limits.title')}
      </h3>
      <p className={styles.text}>{t('limits.text')}</p>
      <div className={styles.two}>
        {kinds.map((kind) => (
          <Panel key={kind} as="section" className={styles.card} aria-labelledby={`play-${kind}`}>
            <h4 id={`play-${kind}`} className={styles.name}>
              {t(`limits.${kind}`)}
            </h4>
            <p className={styles.hint}>{t(`limits.${kind}Text`)}</p>
            <ul className={styles.rows}>
              {play.limits
                .filter((limit) => limit.kind === kind)
                .map((limit) => (
                  <LimitRow
                    key={limit.period}
                    userId={userId}
                    limit={limit}
                    now={now}
                    onChange={() => change({ kind, period: limit.period })}
                  />
                ))}
            </ul>
          </Panel>
        ))}
      </div>
      {edited && <LimitDialog userId={userId} play={play} limit={edited} onClose={() => change(null)} />}
    </section>
  )
}

const options = ['never', ...reminderMinutes.map(String)] as const
type Option = (typeof options)[number]

const minutesOf = (option: Option): ReminderMinutes =>
  reminderMinutes.find((minutes) => String(minutes) === option) ?? null

/** After how much play one is reminded of it, or never. */
const ReminderChoice = ({ userId, minutes }: { userId: string; minutes: ReminderMinutes }) => {
  const { t, i18n } = useTranslation('play')
  const change = usePlayChange(userId, ({ setReminder }, asked: ReminderMinutes) => setReminder(asked), {
    notice: () => 'reminder-set',
  })
  const shown = change.isPending ? change.variables : minutes
  return (
    <section className={styles.part} aria-labelledby="play-reminder">
      <h3 id="play-reminder" className={styles.heading}>
        {t('reminder.title')}
      </h3>
      <p className={styles.text}>{t('reminder.text')}</p>
      <Segments
        legend={t('reminder.legend')}
        quiet
        options={options}
        value={shown === null ? 'never' : String(shown)}
        label={(option) =>
          option === 'never' ? t('reminder.never') : durationText(Number(option) * 60, i18n.language)
        }
        onChange={(option) => change.mutate(minutesOf(option))}
      />
      {change.isError && (
        <Note icon="alert" role="alert">
          {errorText(change.error)}
        </Note>
      )}
    </section>
  )
}

/** The two kinds of break, before one has begun. */
const Breaks = ({ userId, play }: { userId: string; play: ReceivedPlay }) => {
  const { t } = useTranslation('play')
  const [asked, ask] = useState<BreakKind | null>(null)
  return (
    <section className={styles.part} aria-labelledby="play-breaks">
      <h3 id="play-breaks" className={styles.heading}>
        {t('breaks.title')}
      </h3>
      <p className={styles.text}>{t('breaks.text')}</p>
      <div className={styles.two}>
        <Panel className={styles.way}>
          <Icon name="pause" size={24} />
          <div>
            <h4 className={styles.name}>{t('breaks.timeOut')}</h4>
            <p className={styles.hint}>{t('breaks.timeOutText')}</p>
          </div>
          <Button wide onClick={() => ask('time-out')}>
            {t('break.timeOut')}
          </Button>
        </Panel>
        <Panel className={styles.way}>
          <Icon name="shield" size={24} />
          <div>
            <h4 className={styles.name}>{t('breaks.exclusion')}</h4>
            <p className={styles.hint}>{t('breaks.exclusionText')}</p>
          </div>
          <Button variant="quiet" wide onClick={() => ask('self-exclusion')}>
            {t('break.exclusion')}
          </Button>
        </Panel>
      </div>
      {asked && <BreakDialog userId={userId} play={play} kind={asked} onClose={() => ask(null)} />}
    </section>
  )
}

const dayMs = 86_400_000

/** How long was played today, and the outcome. */
const Today = ({ play }: { play: ReceivedPlay }) => {
  const { t, i18n } = useTranslation('play')
  const coins = useCoinsText()
  const { coin, promo } = play.today
  const { lost, most } = play.privateLoss
  const matches = coin.matches + promo.matches
  const midnight = formatTime(play.at - (play.at % dayMs), i18n.language)
  return (
    <section className={styles.part} aria-labelledby="play-today">
      <h3 id="play-today" className={styles.heading}>
        {t('today.title')}
      </h3>
      <Figures play={play} />
      <p className={styles.hint}>
        {t('today.note', {
          matches: matches > 0 ? t('today.matches', { count: matches }) : t('today.none'),
          when: midnight,
        })}
      </p>
      {lost !== '0' && (
        <p className={styles.hint}>
          {t('today.private', { lost: coins(lost, 'coin'), most: coins(most, 'coin') })}
        </p>
      )}
    </section>
  )
}

const ways = [
  ['smile', 'talk'],
  ['phone', 'line'],
  ['bank', 'block'],
  ['pause', 'break'],
] as const satisfies readonly (readonly [IconName, string])[]

/** Where help is to be found when play is no pastime any more. */
const Help = () => {
  const { t } = useTranslation('play')
  return (
    <section className={styles.part} aria-labelledby="play-help">
      <h3 id="play-help" className={styles.heading}>
        {t('help.title')}
      </h3>
      <p className={styles.text}>{t('help.signs')}</p>
      <ul className={styles.help}>
        {ways.map(([icon, way]) => (
          <li key={way}>
            <Icon name={icon} />
            <span>{t(`help.${way}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Places of the final size, until what belongs there is known. */
const PlaySkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} role="status" aria-label={t('loading')}>
      <Skeleton height="92px" />
      <div className={styles.two}>
        <Skeleton height="320px" />
        <Skeleton height="320px" />
      </div>
      <Skeleton height="96px" />
    </div>
  )
}

const Parts = ({ userId, play }: { userId: string; play: ReceivedPlay }) => (
  <>
    {play.break && <Running userId={userId} play={play} present={play.break} />}
    <Today play={play} />
    <Limits userId={userId} play={play} />
    <ReminderChoice userId={userId} minutes={play.reminderMinutes} />
    {!play.break && <Breaks userId={userId} play={play} />}
  </>
)

/** Limits, breaks and reminders that a player sets for themselves, over any page. Nothing for guests. */
export const PlayModal = ({ onClose }: { onClose(): void }) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['play', 'common', 'ui', 'notices', 'errors', 'orders'])
  const userId = useSession(({ context }) => context.user?.id)
  const isOnline = useOnline()
  const asked = usePlayToday(userId ?? '')
  const failure = useFailureText(asked.error)
  if (!userId) return null
  return (
    <Sheet title={t('title')} onClose={onClose} className={styles.play}>
      {!isOnline && <Note icon="offline">{t('offline')}</Note>}
      <p className={styles.intro}>{t('intro')}</p>
      <QueryState
        of={asked}
        skeleton={<PlaySkeleton />}
        waiting={{ title: t('waiting.title'), text: t('waiting.text') }}
        failed={{ title: t('failed'), text: failure }}
        old={t('old')}
      />
      {asked.data && <Parts userId={userId} play={asked.data} />}
      <Days userId={userId} />
      <Help />
    </Sheet>
  )
}
