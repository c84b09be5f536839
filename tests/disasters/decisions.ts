import type { GameEvent } from '@minefall/shared/game'
import type { Settings } from '../harness/server.ts'
import type { Steadfast } from '../harness/steadfast.ts'
import type { Scene } from './scene.ts'
import { someone } from './table.ts'

/** A match brought to where one more act makes the program decide, and how the match ends afterwards. */
export type Verge = { act: () => Promise<unknown>; playOn: () => Promise<unknown> }

/** One kind of decision, told by an event that it writes; an opening writes none. */
export type Decision = {
  name: string
  settings?: Settings
  event: GameEvent['type'] | null
  lead: (scene: Scene) => Promise<Verge>
}

const guests = async (scene: Scene, seated: number): Promise<{ all: Steadfast[]; free: Steadfast[] }> => {
  const all = Array.from({ length: 5 }, () => scene.guest())
  for (const player of all) await player.back()
  for (const player of all.slice(0, seated)) await player.sit()
  return { all, free: all.slice(seated) }
}

const sitAll = async (players: readonly Steadfast[]) => {
  for (const player of players) await player.sit()
}
const playOn = (players: readonly Steadfast[]) => Promise.all(players.map((player) => player.playOn()))

/** Five at a started table. */
const started = async (scene: Scene) => {
  const table = await scene.seat()
  const mover = await table.mover()
  return { table, mover, finish: () => playOn(table.players) }
}

const openTables = async (scene: Scene): Promise<number> => {
  const { rows } = await scene.database().query("select 1 from match where phase = 'gathering'")
  return rows.length
}

/**
 * Anyone who comes next has a match opened: an opening whose answer was lost may have come true, and another one been made in its place.
 * Then there is a table that no one came to yet. Newcomers need not all go to one: an owner that is back is given its share in the meantime,
 * and a table on its way there is not to be had for a moment. The answer is who they are.
 */
const fillTables = async (scene: Scene): Promise<Steadfast[]> => {
  const newcomers: Steadfast[] = []
  while ((await openTables(scene)) > 0) {
    const player = scene.guest()
    await player.back()
    await player.sit()
    newcomers.push(player)
  }
  return newcomers
}

/** No one has to hurry but where someone is to be too late. */
const patient: Settings = { REVEAL_MS: '60000' }

export const decisions: readonly Decision[] = [
  {
    name: 'the opening of a match',
    event: null,
    lead: async (scene) => {
      await playOn(await fillTables(scene))
      const { all } = await guests(scene, 0)
      const [first, ...others] = all
      return {
        act: () => someone(first, 'guest').sit(),
        playOn: async () => {
          await sitAll(others)
          await playOn([...all, ...(await fillTables(scene))])
        },
      }
    },
  },
  {
    name: 'taking a seat',
    event: 'SeatTaken',
    lead: async (scene) => {
      const { all, free } = await guests(scene, 1)
      const [next, ...others] = free
      return {
        act: () => someone(next, 'guest').sit(),
        playOn: async () => {
          await sitAll(others)
          await playOn(all)
        },
      }
    },
  },
  {
    name: 'leaving a seat before the start',
    event: 'SeatLeft',
    lead: async (scene) => {
      const { all, free } = await guests(scene, 3)
      const leaver = someone(all[2], 'guest')
      const matchId = someone(leaver.state()?.matchId, 'match')
      return {
        act: () => leaver.leave(matchId),
        playOn: async () => {
          await sitAll([leaver, ...free])
          await playOn(all)
        },
      }
    },
  },
  {
    name: 'the lock',
    event: 'Locked',
    settings: patient,
    lead: async (scene) => {
      const { all, free } = await guests(scene, 4)
      return { act: () => sitAll(free), playOn: () => playOn(all) }
    },
  },
  {
    name: 'a revealed seed',
    event: 'SeedRevealed',
    settings: patient,
    lead: async (scene) => {
      const { all, free } = await guests(scene, 4)
      for (const player of all) player.will.reveal = false
      await sitAll(free)
      const first = someone(all[0], 'guest')
      await first.until('the lock', ({ phase }) => phase === 'locking')
      return { act: async () => first.reveal(), playOn: () => playOn(all) }
    },
  },
  {
    name: 'the start',
    event: 'Started',
    settings: patient,
    lead: async (scene) => {
      const { all, free } = await guests(scene, 4)
      const last = someone(free[0], 'guest')
      last.will.reveal = false
      await last.sit()
      const isRevealed = (seat: { seed?: string } | null) => seat?.seed !== undefined
      await last.until('four seeds', ({ table }) => table.filter(isRevealed).length === 4)
      return { act: async () => last.reveal(), playOn: () => playOn(all) }
    },
  },
  {
    name: 'a missing seed',
    event: 'Voided',
    settings: { REVEAL_MS: '3000' },
    lead: async (scene) => {
      const { all, free } = await guests(scene, 4)
      const silent = someone(free[0], 'guest')
      silent.will.reveal = false
      return {
        act: () => silent.sit(),
        playOn: async () => {
          for (const player of all) await player.until('the void', ({ phase }) => phase === 'voided')
          silent.will.reveal = true
          await sitAll(all)
          await playOn(all)
        },
      }
    },
  },
  {
    name: 'a move',
    event: 'TileOpened',
    lead: async (scene) => {
      const { table, finish } = await started(scene)
      return { act: () => table.move(), playOn: finish }
    },
  },
  {
    name: 'leaving a match in play',
    event: 'SeatOut',
    lead: async (scene) => {
      const { table, mover, finish } = await started(scene)
      return { act: () => mover.leave(table.matchId), playOn: finish }
    },
  },
  {
    name: 'the settlement',
    event: 'Settled',
    lead: async (scene) => {
      const { table, finish } = await started(scene)
      const [first, second, third, fourth] = table.players
      for (const player of [first, second, third]) await someone(player, 'guest').leave(table.matchId)
      return { act: () => someone(fourth, 'guest').leave(table.matchId), playOn: finish }
    },
  },
]
