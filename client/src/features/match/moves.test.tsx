import { isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { i18next, loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { idOf, scriptedServer } from '../../machines/match/testing/scripted-server.ts'
import { openPlaying, openTab, settle } from '../../machines/match/testing/tabs.ts'
import { MoveLine } from './Moves.tsx'
import { SidePanel } from './SidePanel.tsx'

beforeAll(async () => {
  await startTranslations()
  await loadNamespaces(['match'])
})

type Tab = ReturnType<typeof openTab>

/** The moves that a tab shows as checked, by their numbers from 1. */
const checkedIn = ({ actor }: Tab, why: 'text' | 'drawn' = 'text'): number[] => {
  const html = renderToStaticMarkup(<SidePanel match={actor} proofOpen={false} onProof={() => undefined} />)
  const title = i18next.t(`match:move.checked.${why}`)
  return html
    .split('<li')
    .filter((row) => row.includes(`title="${title}"`))
    .map((row) => Number(/>(\d+)</.exec(row)?.[1]))
    .sort((one, other) => one - other)
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** A tab that comes to the match now, as after a reload. */
const comeLate = async (server: ReturnType<typeof scriptedServer>) => {
  const { gameId } = server.match().state()
  const tab = openTab(server, { input: { kind: 'return', gameId, matchId: idOf('a') } })
  await settle()
  return tab
}

test('a tab that came in mid-match shows as checked the tiles of the board it found, and all of them at the end', async () => {
  const { server, tab } = await openPlaying()
  const state = () => server.match().state()
  const move = (mine: boolean) => server.open(state().turn?.seat ?? 0, server.tile(mine))
  while (state().board?.board === 0) move(false)
  const before = state().moves.length
  move(false)
  const late = await comeLate(server)
  const now = state().moves.length
  // Each check is a task.
  await expect.poll(() => checkedIn(tab)).toEqual(upTo(now))
  await expect.poll(() => checkedIn(late)).toEqual(upTo(now).slice(before))
  move(true)
  await expect.poll(() => checkedIn(late)).toEqual(upTo(now + 1))
})

/** A sealed table at which one tile was drawn, and no one is out. */
const openDrawn = async () => {
  for (let seed = 1; ; seed += 1) {
    const server = scriptedServer({ sealed: true })
    const { tab } = await openPlaying(server, { seed })
    if (server.match().state().turn?.seat === server.seat()) continue
    server.pick()
    await settle()
    server.draw()
    await settle()
    if (server.match().state().turn) return { server, tab }
  }
}

test('at a sealed table it shows as checked the draws it heard', async () => {
  const { server, tab } = await openDrawn()
  const late = await comeLate(server)
  tab.actor.send({ type: 'tile.press', tile: server.match().state().board?.tiles.indexOf(null) ?? 0 })
  await settle()
  server.draw()
  await settle()
  await expect.poll(() => checkedIn(tab, 'drawn')).toEqual([1, 2])
  await expect.poll(() => checkedIn(late, 'drawn')).toEqual([2])
})

/** Where the mark of a checked move stands in what was drawn, by its place among the children of each element. */
const placeOfMark = (drawn: ReactNode): readonly number[] | null => {
  if (!isValidElement<{ children?: ReactNode; onSay?: unknown }>(drawn)) return null
  if (drawn.props.onSay) return []
  for (const [place, child] of [drawn.props.children].flat().entries()) {
    const found = placeOfMark(child)
    if (found) return [place, ...found]
  }
  return null
}

test('the mark of a checked move keeps the focus as it is pressed: it stays where it was', () => {
  const move = { turn: 0, board: 0, seat: 0, tile: 5, mine: false, clue: 2, by: 'hand', at: 0 } as const
  const placeOf = (said: boolean) => {
    let drawn: ReactNode
    const Probe = () => {
      drawn = MoveLine({
        ...{ move, columns: 4, isSealed: false, isChecked: true, said },
        nameOf: () => 'Mai',
        onSay: () => undefined,
      })
      return drawn
    }
    const html = renderToStaticMarkup(<Probe />)
    expect(html.includes(i18next.t('match:move.checked.text'))).toBe(said)
    return placeOfMark(drawn)
  }
  expect(placeOf(false)).not.toBeNull()
  expect(placeOf(true)).toEqual(placeOf(false))
})
