import { useTranslation } from 'react-i18next'
import { useSession } from '../../machines/session/index.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { OtherGifts } from '../rewards/OtherGifts.tsx'
import { useVip } from '../rewards/queries.ts'
import { RewardsFrame } from '../rewards/RewardsFrame.tsx'
import { RewardsTrouble } from '../rewards/RewardsTrouble.tsx'
import { Counting } from './Counting.tsx'
import { Gifts } from './Gifts.tsx'
import { Ladder } from './Ladder.tsx'
import { Levels } from './Levels.tsx'
import { PlayerCard } from './PlayerCard.tsx'
import { VipSkeleton } from './VipSkeleton.tsx'
import styles from './vip.module.css'

const Content = ({ userId }: { userId: string }) => {
  const asked = useVip(userId)
  const { data } = asked
  return (
    <>
      <RewardsTrouble of={asked} />
      {data ? (
        <>
          <PlayerCard center={data} />
          <Gifts center={data} />
          <OtherGifts userId={userId} to="activities" />
          <Levels center={data} />
          <Ladder center={data} />
          <Counting discounted={data.discounted} />
        </>
      ) : (
        asked.isPending && asked.fetchStatus !== 'paused' && <VipSkeleton />
      )}
    </>
  )
}

/** Level, VIP tier and the gifts of both, over any page. Nothing for guests. */
export const VipModal = ({ onClose }: { onClose(): void }) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['vip', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id)
  if (!userId) return null
  return (
    <Sheet title={t('title')} onClose={onClose} className={styles.vip}>
      <RewardsFrame userId={userId}>
        <Content userId={userId} />
      </RewardsFrame>
    </Sheet>
  )
}
