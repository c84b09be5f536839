import type { Daily, DailyTry } from '@minefall/shared/contracts/rest'
import { beginOf } from '@minefall/shared/daily'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime, formatUtcDay } from '../../lib/format.ts'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { openLogin } from '../../machines/login/index.ts'
import { QueryState, useFailureText } from '../../parts/QueryState.tsx'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TimeUntil } from '../rewards/index.ts'
import styles from './daily.module.css'
import { History, Ranking } from './Lists.tsx'
import { Outcome } from './Outcome.tsx'
import { type UseDaily, useDaily } from './queries.ts'
import { TryBoard } from './TryBoard.tsx'
import { isProved, standing } from './try-match.ts'

const Again = lazy(async () => ({ default: (await import('./Again.tsx')).Again }))

/** The rules in five lines, and the button that begins. */
const Rules = ({ board, onStart, busy }: { board: Daily['board']; busy: boolean; onStart(): void }) => {
  const { t } = useTranslation('daily')
  if (!board) return null
  const { lives, mines, openers } = board.rules
  return (
    <Panel as="section" className={styles.rules} aria-labelledby="daily-rules">
      <h2 id="daily-rules" className={shape.h20}>
        {t('rules.title')}
      </h2>
      <ol>
        <li>{t('rules.board', { count: mines, openers })}</li>
        <li>{t('rules.lives', { count: lives })}</li>
        <li>{t('rules.score')}</li>
        <li>{t('rules.once')}</li>
        <li>{t('rules.fair')}</li>
      </ol>
      <Button variant="primary" size="big" icon="play" busy={busy} onClick={onStart}>
        {t('start')}
      </Button>
      <small>{t('startNote')}</small>
    </Panel>
  )
}

/** The board while it is played and once it is over. */
const Play = ({ daily, root, of }: { daily: DailyTry; root: string | null; of: UseDaily }) => {
  const { t } = useTranslation('daily')
  const { open, userId } = of
  const failure = useFailureText(open.error)
  const { isOver } = standing(daily)
  const asked = open.isPending && open.variables.day === daily.day ? open.variables.tile : null
  // Shown, it is answered: what is pressed next counts.
  const sent = daily.tiles.some(({ tile }) => tile === asked) ? null : asked
  if (!isProved(daily, root))
    return <EmptyState face="sweat" title={t('fault.title')} text={t('fault.text')} role="alert" />
  return (
    <TryBoard
      key={daily.day}
      daily={daily}
      pending={sent}
      onOpen={isOver ? undefined : (tile) => sent === null && open.mutate({ day: daily.day, tile })}
    >
      {open.isError && !isOver && (
        <Note icon="alert" role="alert">
          {t('openFailed')} {failure}
        </Note>
      )}
      {isOver && <Outcome daily={daily} userId={userId} />}
    </TryBoard>
  )
}

/** Today's part of the page: what there is to begin, to play or to see. */
const Today = ({ daily, of, onAgain }: { daily: Daily; of: UseDaily; onAgain(): void }) => {
  const { t, i18n } = useTranslation('daily')
  const [wantsLate, wantLate] = useState(false)
  const { day, board, tries, isDeviceUsed, openDay } = daily
  const own = tries.find((one) => one.day === day)
  const late = tries.find((one) => one.day !== day)
  const isLateOpen = late !== undefined && !standing(late).isOver
  const failure = useFailureText(of.begin.error)
  // One that is finished after midnight shows how it went until today's is begun.
  const isLateOfToday = late !== undefined && (late.endedAt ?? daily.now) >= beginOf(day)
  const shown = late && (wantsLate || (isLateOfToday && !own)) ? late : own
  return (
    <>
      {isLateOpen && shown !== late && (
        <Note
          icon="clock"
          tone="plain"
          action={<Button onClick={() => wantLate(true)}>{t('late.go')}</Button>}
        >
          {t('late.text', { time: formatTime(late.finishAt, i18n.language) })}
        </Note>
      )}
      {shown && <Play daily={shown} root={shown.day === day ? (board?.root ?? null) : null} of={of} />}
      {shown && shown === late && own && <Button onClick={() => wantLate(false)}>{t('late.back')}</Button>}
      {of.begin.isError && (
        <Note icon="alert" role="alert">
          {failure}
        </Note>
      )}
      {!own && isDeviceUsed && (
        <Note
          icon="lock"
          tone="plain"
          action={<Button onClick={() => openLogin('/daily')}>{t('over.logIn')}</Button>}
        >
          {t('used')}
        </Note>
      )}
      {!own && !isDeviceUsed && (
        <Rules board={board} busy={of.begin.isPending} onStart={() => of.begin.mutate(day)} />
      )}
      {!board && <EmptyState face="wink" title={t('none.title')} text={t('none.text')} />}
      {openDay && (
        <Panel as="section" className={styles.again} aria-labelledby="daily-again">
          <div>
            <h2 id="daily-again" className={shape.h20}>
              {t('again.title')}
            </h2>
            <p>{t('again.text')}</p>
          </div>
          <Button icon="again" onClick={onAgain}>
            {t('again.play')}
          </Button>
        </Panel>
      )}
    </>
  )
}

/** One board a day, alone: the scored try, the leaderboard of the day, one's own days, and yesterday's once more. */
export const DailyScreen = () => {
  const { t, i18n } = useTranslation([
    'daily',
    'player',
    'match',
    'board',
    'vip',
    'orders',
    'notices',
    'errors',
  ])
  const of = useDaily()
  const { asked, userId } = of
  const [again, playAgain] = useState(false)
  const main = useRef<HTMLDivElement>(null)
  useKeptFocus(main, again)
  const failure = useFailureText(asked.error)
  const { data } = asked
  const streak = data?.streak ?? 0
  return (
    <div className={classes(shape.wrap, styles.page)}>
      <header className={styles.head}>
        <PageTitle className={shape.h28}>{t('title')}</PageTitle>
        <p>
          {data ? formatUtcDay(data.day, i18n.language) : t('lead')}
          {streak > 0 && <Chip tone="good">{t('streak', { count: streak })}</Chip>}
        </p>
        {data && (
          <p className={styles.next}>
            {t('next')} <TimeUntil at={data.endsAt} />
          </p>
        )}
      </header>
      <div ref={main} className={styles.main} tabIndex={-1}>
        <QueryState
          of={asked}
          skeleton={<Skeleton height="28rem" />}
          waiting={{ title: t('player:offline.title'), text: t('player:offline.text') }}
          failed={{ title: t('failed'), text: failure }}
          old={t('player:old')}
        />
        {data && !again && <Today daily={data} of={of} onAgain={() => playAgain(true)} />}
        {data?.openDay && again && (
          <Suspense fallback={<Skeleton height="28rem" />}>
            <Again day={data.openDay} onBack={() => playAgain(false)} />
          </Suspense>
        )}
      </div>
      {data && (
        <div className={styles.lists}>
          <Ranking today={data.day} userId={userId} />
          <History userId={userId} />
        </div>
      )}
    </div>
  )
}
