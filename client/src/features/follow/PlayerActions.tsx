import { BlockButton } from './BlockButton.tsx'
import { FollowButton } from './FollowButton.tsx'

/** What may be done about a player on their page: of one who hides, nothing but a block. */
export const PlayerActions = ({ id, name, isHidden }: { id: string; name: string; isHidden: boolean }) => (
  <>
    {!isHidden && <FollowButton id={id} name={name} />}
    <BlockButton id={id} name={name} />
  </>
)
