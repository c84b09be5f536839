import { reminderMinutes } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/notices.ts'
import { Note } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import styles from './play.module.css'
import type { ReminderMinutes } from './play-calls.ts'
import { durationText } from './played-time.ts'
import { usePlayChange } from './use-play.ts'

const options = ['never', ...reminderMinutes.map(String)] as const
type Option = (typeof options)[number]

const minutesOf = (option: Option): ReminderMinutes =>
  reminderMinutes.find((minutes) => String(minutes) === option) ?? null

/** After how much play one is reminded of it, or never. */
export const ReminderChoice = ({ userId, minutes }: { userId: string; minutes: ReminderMinutes }) => {
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
