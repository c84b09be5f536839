import { bodyCode } from '@minefall/shared/contracts'
import type { CloseCode } from '@minefall/shared/contracts/live'
import type { Asset, Rules } from '@minefall/shared/game'
import { formatRelative } from '../../src/lib/format.ts'

/** The end of a match's id, as lists show it: it begins with its time, which many matches of one minute share. */
export const shortId = (matchId: string): string => `…${matchId.slice(-8)}`

/** What was entered in several lines, as the one line that a reason is, and what a blocked player reads. */
export const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** Why a connection ended, in few words. */
export const closeWords: Readonly<Record<CloseCode, string>> = {
  network: 'Left or network lost',
  server: 'Server failed',
  timeout: 'No answer',
  kicked: 'Kicked',
  game: 'Match out of reach',
  'signed-out': 'Signed out',
  replaced: 'Newer socket of the tab',
  slow: 'Read too slowly',
  drain: 'Moved to another node',
  protocol: 'Old or broken client',
}

/** `mines-duel` is the table Duel. */
export const tableName = (gameId: string): string => {
  const name = gameId.replace(/^mines-/, '').replaceAll('-', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export const tableIds = [
  'mines-trial',
  'mines-duel',
  'mines-classic',
  'mines-clues',
  'mines-royale',
  'mines-sealed-duel',
  'mines-sealed-classic',
] as const

export const coinNames: Readonly<Record<Asset, string>> = {
  coin: 'coins',
  promo: 'bonus coins',
  trial: 'trial coins',
}

/** Hundredths of a percent as people write them: `250` is `2.5 %`. */
export const percentOf = (bps: number): string => `${bps / 100} %`

export const minesOf = (mines: number): string => (mines === 1 ? '1 mine' : `${mines} mines`)

/** A table's boards: `6 × 6, 11 mines (+3 a board), 5 openers (−2 a board), clues`. */
export const boardsOf = ({ w, h, mines, clues, openers = 0, rise = 0, fade = 0 }: Rules): string =>
  [
    `${w} × ${h}`,
    minesOf(mines) + (rise > 0 ? ` (+${rise} a board)` : ''),
    ...(openers > 0 ? [`${openers} openers${fade > 0 ? ` (−${fade} a board)` : ''}`] : []),
    ...(clues ? ['clues'] : []),
  ].join(', ')

/** The desk's only language. */
export const locale = 'en'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const full = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'long',
})
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** The time of day, 24 hours with seconds. */
export const clockTime = (at: number): string => clock.format(at)
/** Day, time and zone, to the second. */
export const exactTime = (at: number): string => full.format(at)
/** Day and time in few letters. */
export const dayTime = (at: number): string => day.format(at)
/** "3 minutes ago". */
export const ago = (at: number, now: number): string =>
  Math.abs(now - at) < 5_000 ? 'just now' : formatRelative(at, now, locale)

/** How long something lasts in few letters: `12 s`, `4:51`, `2 h 5 min`, `3 d 4 h`. Milliseconds. */
export const lasting = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** A count with thousands apart. */
export const count = (value: number): string => value.toLocaleString(locale)

/** `of` as a part of `all`, with one place: `2.2%`, and `under 0.1%`; a dash where there is nothing. */
export const share = (of: number, all: number): string => {
  if (all === 0) return '–'
  if (of > 0 && of / all < 0.0005) return 'under 0.1%'
  return (of / all).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
}

/** Bytes in few letters: `512 B`, `18.4 KB`. */
export const bytes = (value: number): string => {
  if (value < 1_000) return `${value} B`
  if (value < 1_000_000) return `${(value / 1_000).toFixed(1)} KB`
  return `${(value / 1_000_000).toFixed(1)} MB`
}

/** What is said where a player is looked up who isn’t stored: a guest who only looks around, or was forgotten. */
export const unknownPlayer = { [bodyCode.notFound]: 'Nothing is stored about this guest.' }
