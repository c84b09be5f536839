import type { DeskFound } from '@minefall/shared/contracts/desk'

/** Something that was found, as a line of the list, and where it leads. All of it is text that players may have made. */
export type Find = {
  key: string
  to: string
  search?: Readonly<Record<string, string>>
  name: string
  detail: string
  blocked?: boolean
}

export type FindGroup = { title: string; items: readonly Find[] }

const contacts = (...texts: readonly string[]) => texts.filter((text) => text !== '').join(', ')

const playersOf = ({ players }: DeskFound): Find[] =>
  players.map(({ id, nickname, email, phoneNumber, guest, blocked }) => ({
    key: `player ${id}`,
    to: `/players/${id}`,
    name: nickname || id,
    detail: contacts(guest ? 'guest' : '', email, phoneNumber) || 'no contact',
    blocked,
  }))

const ordersOf = ({ orders }: DeskFound): Find[] =>
  orders.map(({ id, number, kind, status, amount, player }) => ({
    key: `order ${id}`,
    to: kind === 'deposit' ? '/deposits' : '/withdrawals',
    search: { order: id },
    name: number,
    detail: `${kind} of ${BigInt(amount).toLocaleString('en')}, ${status}, ${player.nickname}`,
  }))

const matchesOf = ({ matches }: DeskFound): Find[] =>
  matches.map(({ matchId, gameId, phase, asset, stake }) => ({
    key: `match ${matchId}`,
    to: `/matches/${matchId}`,
    name: matchId,
    detail: `${gameId}, ${phase}, ${BigInt(stake).toLocaleString('en')} ${asset}`,
  }))

const reportsOf = ({ reports }: DeskFound): Find[] =>
  reports.map(({ id, number, category, player }) => ({
    key: `report ${id}`,
    to: '/reports',
    search: { report: id },
    name: number,
    detail: `${category}, ${player?.nickname ?? 'a visitor'}`,
  }))

/** What was found by kind, without kinds of which nothing was. */
export const groupsOf = (found: DeskFound): FindGroup[] =>
  [
    { title: found.morePlayers ? 'Players, the first ten' : 'Players', items: playersOf(found) },
    { title: 'Orders', items: ordersOf(found) },
    { title: 'Matches', items: matchesOf(found) },
    { title: 'Reports', items: reportsOf(found) },
  ].filter(({ items }) => items.length > 0)
