import { Link } from '@tanstack/react-router'

/** A way to a player's page. What players call themselves is text, and never more. */
export const PlayerLink = ({ id, name, guest = false }: { id: string; name: string; guest?: boolean }) => (
  <Link to={`/players/${encodeURIComponent(id)}`} onClick={(event) => event.stopPropagation()}>
    <bdi>{name || id}</bdi>
    {guest && ' (guest)'}
  </Link>
)
