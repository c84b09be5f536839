import type { User } from '@minefall/shared/contracts'
import { AvatarChoice } from './AvatarChoice.tsx'
import styles from './avatar.module.css'
import { PictureUpload } from './PictureUpload.tsx'

/** A drawn avatar, or a picture of one's own. */
export const AvatarTab = ({ user }: { user: User }) => (
  <div className={styles.tab}>
    <AvatarChoice user={user} />
    <PictureUpload userId={user.id} />
  </div>
)
