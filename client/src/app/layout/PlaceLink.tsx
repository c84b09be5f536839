import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { places, settingsPlace } from './places.ts'

type Place = (typeof places)[number] | typeof settingsPlace

type PlaceLinkProps = { place: Place; className: string | undefined; children: ReactNode }

/** The way to a place; the one that is shown, a page or a sheet over Home, is marked as current. */
export const PlaceLink = ({ place, className, children }: PlaceLinkProps) => (
  <Link
    className={className}
    to={place.to}
    search={'search' in place ? place.search : {}}
    activeOptions={{ exact: true }}
  >
    {children}
  </Link>
)
