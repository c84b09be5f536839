import { BlockButton } from './BlockButton.tsx'
import { FollowButton } from './FollowButton.tsx'
import { useFollows } from './queries.ts'

/** What may be done about a player on their page: one who hides may be unfollowed and blocked, and not followed. */
export const PlayerActions = ({ id, name, isHidden }: { id: string; name: string; isHidden: boolean }) => {
  const { data } = useFollows()
  const isFollowed = data?.follows.some((one) => one.id === id)
  return (
    <>
      {(!isHidden || isFollowed) && <FollowButton id={id} name={name} />}
      <BlockButton id={id} name={name} />
    </>
  )
}
