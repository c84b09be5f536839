import { Invited } from '../features/follow/Invited.tsx'
import { PlayReminder } from '../features/safer-play/PlayReminder.tsx'

/** What an account may be told over every page. */
export const SignedIn = ({ userId }: { userId: string }) => (
  <>
    <PlayReminder userId={userId} />
    <Invited />
  </>
)
