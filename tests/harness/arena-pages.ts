import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Server } from './server.ts'

/** A free arena at the table of clues, 10 bonus coins for each with points. It may be joined, and goes on for long. */
export const makeArena = async (server: Server, beginsIn = '10 minutes'): Promise<string> => {
  const id = randomUUID()
  await server.change((db) =>
    db.query(
      `insert into arena (id, plan, game_id, asset, stake, rake_bps, pot_each, pot_most, begins_at, ends_at)
       values ($1::uuid, $1::uuid::text, 'mines-clues', 'promo', 0, 0, 10, 100, now() + $2::interval, now() + interval '2 hours')`,
      [id, beginsIn],
    ),
  )
  return id
}

/** Moves one of its times to now. */
export const turnArena = (
  server: Server,
  id: string,
  time: 'begins_at' | 'ends_at' | 'canceled_at',
): Promise<unknown> =>
  server.change((db) =>
    db.query(`update arena set ${time} = now(), version = version + 1 where id = $1`, [id]),
  )

/** Keeps what the page's live regions say, each with the path it was said at, from the page's first script on. */
export const listenToRegions = () => {
  globalThis.said = []
  const live = '[role=status], [role=alert], [role=log], [aria-live]'
  new MutationObserver((changes) => {
    const lines = new Set<string>()
    for (const { target } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(live)
      const text = region?.textContent?.trim()
      if (text) lines.add(`${location.pathname} ${text}`)
    }
    globalThis.said.push(...lines)
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

export const standings = (page: Page) => page.getByRole('table', { name: 'Standings' }).getByRole('row')
