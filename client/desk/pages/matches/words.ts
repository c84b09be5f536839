import type {
  DeskMatch,
  DeskMatchDetail,
  DeskMatchEvent,
  DeskSeat,
  DeskVoid,
} from '@minefall/shared/contracts/desk'
import { minesOn, type Rules } from '@minefall/shared/game'
import type { ChipTone } from '../../ui/Chip.tsx'
import { lasting, minesOf } from '../../ui/words.ts'

export const phases: Readonly<Record<DeskMatch['phase'], { label: string; tone: ChipTone }>> = {
  gathering: { label: 'Gathering', tone: 'plain' },
  locking: { label: 'Locking', tone: 'info' },
  playing: { label: 'Playing', tone: 'ok' },
  settled: { label: 'Settled', tone: 'plain' },
  voided: { label: 'Voided', tone: 'warn' },
}

const stuckWords = {
  waiting: {
    label: 'Quiet',
    tone: 'warn',
    detail: 'No one has joined for 10 minutes. Players waiting there can leave.',
  },
  silent: { label: 'Stuck', tone: 'bad', detail: 'No activity for 10 minutes.' },
  stopped: {
    label: 'Stopped',
    tone: 'bad',
    detail:
      'An error stopped it and it couldn’t be voided, or its secret can’t be decrypted with the current keys.',
  },
} as const

/** What is said of a match that is stuck; null of one that goes on. One that gathers has no clock: people may just wait. */
export const stuckOf = ({ stuck, phase }: Pick<DeskMatch, 'stuck' | 'phase'>) => {
  if (stuck === null) return null
  return stuck === 'silent' && phase === 'gathering' ? stuckWords.waiting : stuckWords[stuck]
}

export const outWords: Readonly<Record<NonNullable<DeskSeat['out']>, string>> = {
  mine: 'Opened a mine',
  idle: 'Let the clock run out twice',
  left: 'Left',
}

export const whyEnded: Readonly<Record<NonNullable<DeskMatchDetail['result']>['why'], string>> = {
  won: 'Won: last one standing',
  shared: 'Shared: the boards ran out',
  'seed-missing': 'A seed was missing',
  idle: 'No one moved',
  interrupted: 'Interrupted',
  quarantined: 'Stopped by an error',
  abandoned: 'No one joined',
  'link-missing': 'The house’s link was missing',
}

export const voidStatus: Readonly<Record<DeskVoid['status'], { label: string; tone: ChipTone }>> = {
  open: { label: 'Waiting for a second person', tone: 'warn' },
  confirmed: { label: 'Confirmed', tone: 'ok' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
  lapsed: { label: 'Expired: the match moved on', tone: 'plain' },
}

const causes: Readonly<Record<string, string>> = {
  restart: 'a restart',
  edge: 'a silent BFF',
  storage: 'a slow database',
}

const eventNames: Readonly<Record<string, string>> = {
  SeatTaken: 'Seat taken',
  SeatLeft: 'Seat left',
  Locked: 'Locked',
  SeedRevealed: 'Seed revealed',
  Started: 'Started',
  BoardBegun: 'Board started',
  TurnStarted: 'Turn',
  TilePicked: 'Tile picked',
  LinkRevealed: 'Link revealed',
  TileOpened: 'Tile opened',
  SeatOut: 'Out',
  ClockCompensated: 'Time returned',
  Settled: 'Settled',
  Voided: 'Voided',
  unreadable: 'Can’t be read',
}

export const eventName = ({ type }: DeskMatchEvent): string => eventNames[type] ?? type

const placeOf = (tile: number, { w }: Rules): string =>
  `${String.fromCharCode(65 + (tile % w))}${Math.floor(tile / w) + 1}`

const tileWords = ({ tile, mine, clue, why }: DeskMatchEvent, rules: Rules): string => {
  if (tile === null) return ''
  const found = mine ? 'a mine' : clue === null ? 'safe' : `safe, ${clue} beside it`
  return `${placeOf(tile, rules)}: ${found}${why === 'clock' ? ', by the clock' : ''}`
}

const boardWords = ({ board, openers }: DeskMatchEvent, rules: Rules): string => {
  if (board === null) return ''
  const began = `Board ${board + 1}: ${minesOf(minesOn(rules, board))}`
  if (openers.length === 0) return began
  return `${began}, opened by the house: ${openers.map((tile) => placeOf(tile, rules)).join(', ')}`
}

/** The words for a reason; the reason itself where it has none. */
const said = (words: Readonly<Record<string, string>>, why: string | null): string =>
  words[why ?? ''] ?? why ?? ''

/** What an event says besides its name and its seat. */
export const eventDetail = (event: DeskMatchEvent, rules: Rules): string => {
  const { type, turn, why, ms } = event
  switch (type) {
    case 'TileOpened':
      return tileWords(event, rules)
    case 'TilePicked':
      return turn === null || event.tile === null
        ? ''
        : `${placeOf(event.tile, rules)}${why === 'clock' ? ', by the clock' : ''}`
    case 'LinkRevealed':
    case 'TurnStarted':
      return `Turn ${(turn ?? 0) + 1}`
    case 'BoardBegun':
      return boardWords(event, rules)
    case 'SeatOut':
      return said(outWords, why)
    case 'SeatLeft':
      return why === 'absent' ? 'No one connected' : 'By choice'
    case 'ClockCompensated':
      return `${lasting(ms ?? 0)} for ${said(causes, why)}`
    case 'Settled':
    case 'Voided':
      return said(whyEnded, why)
    default:
      return ''
  }
}
