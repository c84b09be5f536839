type PlayerNameProps = {
  name: string
  /** The id of their public page, where they have one that is shown. */
  profile?: string | null | undefined
}

/** A player's name; with a page it leads there, in a new tab, so that a match or a list stays where it is. */
export const PlayerName = ({ name, profile }: PlayerNameProps) =>
  profile ? (
    <a href={`/player/${profile}`} target="_blank" rel="noopener">
      {name}
    </a>
  ) : (
    name
  )
