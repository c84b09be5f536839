import { useTranslation } from 'react-i18next'
import { useOnline } from '../../lib/use-online.ts'
import { useSession } from '../../machines/session/index.ts'
import { Note } from '../../ui/Note.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Breaks } from './Breaks.tsx'
import { Days } from './Days.tsx'
import { Help } from './Help.tsx'
import { Limits } from './Limits.tsx'
import { PlaySkeleton } from './PlaySkeleton.tsx'
import { PlayTrouble } from './PlayTrouble.tsx'
import styles from './play.module.css'
import type { HeardPlay } from './play-calls.ts'
import { ReminderChoice } from './ReminderChoice.tsx'
import { Running } from './Running.tsx'
import { Today } from './Today.tsx'
import { usePlay } from './use-play.ts'

const Parts = ({ userId, play }: { userId: string; play: HeardPlay }) => (
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
  const asked = usePlay(userId ?? '')
  if (!userId) return null
  return (
    <Sheet title={t('title')} onClose={onClose} className={styles.play}>
      {!isOnline && <Note icon="offline">{t('offline')}</Note>}
      <p className={styles.intro}>{t('intro')}</p>
      <PlayTrouble of={asked} />
      {asked.isPending && asked.fetchStatus !== 'paused' && <PlaySkeleton />}
      {asked.data && <Parts userId={userId} play={asked.data} />}
      <Days userId={userId} />
      <Help />
    </Sheet>
  )
}
