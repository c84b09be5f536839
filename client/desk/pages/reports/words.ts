import type { DeskReportDetail } from '@minefall/shared/contracts/desk'
import type { ReportCategory } from '@minefall/shared/contracts/rest'

export const categories: Readonly<Record<ReportCategory, string>> = {
  match: 'A match',
  connection: 'The connection',
  coins: 'Coins',
  display: 'How it looks',
  player: 'A player',
  other: 'Something else',
}

const states = { connected: 'Connected', connecting: 'Connecting', disconnected: 'Disconnected' } as const

/** The live connection as the reporter's page saw it, line by line. */
export const connectionLines = ({
  state,
  online,
  closeCode,
  attempt,
  roundTripMs,
  offsetMs,
}: NonNullable<DeskReportDetail['connection']>): [name: string, value: string][] => [
  ['State', states[state]],
  ['Network', online ? 'On' : 'Off'],
  ['Round trip', roundTripMs === null ? '–' : `${Math.round(roundTripMs)} ms`],
  ['Last break', closeCode ?? 'None'],
  ['Tries since', String(attempt)],
  ['Clock', `${offsetMs >= 0 ? '+' : '−'}${(Math.abs(offsetMs) / 1000).toFixed(1)} s`],
]
